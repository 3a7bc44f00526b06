# Docket.  Everything is built below build/; `make help` lists the targets.
# t/t.mk has the tests, bench/bench.mk the measurements.

CC	= gcc
# Runs programs that CC makes for another machine, such as qemu-aarch64-static.
EMULATOR =
SAN	=
PREFIX	= /usr/local
DESTDIR	=

,	:= ,
B	= build
WARN	= -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	  -Wpointer-arith -Wwrite-strings -Wvla -Wformat=2 -Wundef \
	  -Wredundant-decls -Wold-style-definition
HARDEN	= -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -fstack-protector-strong \
	  -fPIE -fstack-clash-protection $(CF)
# Debian's archives are not marked for CET, so programs linked with them are not
# either.  A shadow stack needs nothing from the code linked in, and is enabled
# all the same; IBT is not.
X86	:= $(filter x86_64-%,$(shell $(CC) -dumpmachine))
CF	= $(if $(X86),-fcf-protection)
SHSTK	= $(if $(X86),-Wl$(,)-z$(,)shstk)
LDHARD	= -pie -Wl,-z,relro,-z,now -Wl,--as-needed $(SHSTK)
CFLAGS	= -O2 -g
ifneq ($(SAN),)
B	= build/san
CFLAGS	= -O1 -g -fsanitize=$(SAN) -fno-sanitize-recover=all \
	  -fno-omit-frame-pointer -U_FORTIFY_SOURCE
HARDEN	= -fPIE
LDHARD	= -pie -fsanitize=$(SAN)
endif
# A builder's CPPFLAGS, CFLAGS and LDFLAGS come first, so that none of them
# removes the hardening.
ALL	= -std=gnu11 -D_GNU_SOURCE -I. -Ilib -I$(B)/gen $(WARN) $(WERROR) \
	  $(CPPFLAGS) $(CFLAGS) $(HARDEN) -ffile-prefix-map=$(CURDIR)=.

SYMBOLS	= lib/db/postgresql/symbols
LINK	= $(CC) $(CFLAGS) $(LDFLAGS) $(LDHARD)\
	  -Wl,--dynamic-list=$(SYMBOLS)

# Static if Debian has an archive: a loader costs a CGI program more than its
# work.
STATIC	= -Wl,-Bstatic -lsqlite3 -lsodium -lutf8proc -luuid -lz
LIBS	= $(STATIC) -Wl,-Bdynamic -lcjson -lm
MAGIC	= -Wl,-Bstatic -lmagic -llzma -lbz2 -lz -Wl,-Bdynamic
FCGI	= -Wl,-Bstatic -lfcgi -Wl,-Bdynamic

# For push, mail and archives; programs that do not use them do not load them.
OUTLIBS	= -lcurl -larchive -lcrypto

LAYERS	= base db core web cli
SRC	= $(filter-out $(PGSRC),\
	  $(foreach l,$(LAYERS),$(wildcard lib/$l/*.c lib/$l/*/*.c)))
# The engine of PostgreSQL, which programs load when the settings name it.
PGSRC	= $(wildcard lib/db/postgresql/*.c)
PG	= $(if $(wildcard $(PGINC)/libpq-fe.h),$(B)/docket-postgresql.so)
PGINC	?= /usr/include/postgresql
S3	= $(B)/docket-s3.so
OUTSRC	= $(wildcard lib/push/*.c lib/mail/*.c)
OBJ	= $(SRC:%.c=$(B)/%.o) $(B)/gen/query.o $(B)/gen/migrations.o
LIB	= $(B)/libdocket.a
OUT	= $(B)/libdocket-out.a
CGIS	= $(patsubst cgi-bin/%.c,%,$(filter-out %.fcgi.c,$(wildcard cgi-bin/*.c)))
CGI	= $(CGIS:%=$(B)/cgi-bin/%)
# Every file with a group of routes: cgi-bin/NAME/*.c belong to program NAME.
GROUPS	= $(CGIS) $(patsubst cgi-bin/%.c,%,$(wildcard cgi-bin/*/*.c))
FASTCGI	= $(B)/cgi-bin/docket.fcgi
BIN	= $(patsubst bin/%.c,$(B)/bin/%,$(wildcard bin/docket-*.c))
QUERY	= $(wildcard sql/query/*.sql)
MIGRATE	= $(wildcard sql/migrate/*.sql)
PGMIGRATE = $(wildcard sql/postgresql/migrate/*.sql)

#: all                  build everything
all: $(CGI) $(FASTCGI) $(BIN) $(PG) $(S3) $(B)/routes www

# Files that change only if a source is added or removed, or a flag changes;
# what depends on them is then built again.
remember = $(shell mkdir -p $(dir $1); echo '$2' | cmp -s - $1 || echo '$2' >$1)
$(call remember,$(B)/sources,$(SRC) $(OUTSRC) $(wildcard bin/*/*.c) \
	  $(wildcard cgi-bin/*.c cgi-bin/*/*.c) $(QUERY) $(MIGRATE))
$(call remember,$(B)/flags,$(CC) $(filter-out $(WERROR),$(ALL)) $(LDFLAGS) $(LDHARD))

# The web app.  Without the programs that bundle it, the rest is built.
WWW	= $(wildcard www/*.html www/*.css www/css/*.css www/*.js www/*.webmanifest \
	  www/icons/* www/words/* www/js/*.js www/js/*/*.js)
WWWNEEDS = $(foreach p,esbuild zopfli,$(if $(shell command -v $p),,$p)) \
	  $(if $(wildcard www/node_modules/lit-html),,lit-html)
# A release contains it, built, and needs none of them.
WWWDIST	= $(wildcard www/dist/index.html)
#: www                  bundle the web app
ifneq ($(WWWDIST)$(if $(strip $(WWWNEEDS)),,all),)
www: $(B)/www/index.html
else
www:
	@echo 'The web app is not built: $(strip $(WWWNEEDS)) missing;' \
	    'bin/setup installs it.'
endif
$(B)/www/index.html: www/bundle $(WWW) $(WWWDIST)
	@mkdir -p $(B)
	$(if $(WWWDIST),rm -rf $(B)/www && cp -R www/dist,www/bundle www) $(B)/www

help:
	@sed -n 's/^#: //p' $(MAKEFILE_LIST) | sed 's/^/make /; s/^make   /       /'

DEMO	= $(B)/bin/docket-serve --demo $(if $(PORT),-p $(PORT))
#: run PORT=8080        a server with demo data, in build/demo
#:   ENGINE=postgresql    on a throwaway PostgreSQL
run: all
	$(if $(ENGINE),t/lib/cluster $(B)/demo-cluster t/lib/on-empty) $(DEMO) \
	    $(if $(ENGINE),-m fastcgi -d $(B)/demo-cluster/demo)

$(B)/gen/query.h: sql/compile $(QUERY) lib/core/feed.h $(B)/sources
	@mkdir -p $(@D)
	sql/compile header $(QUERY) > $@.new && mv $@.new $@
$(B)/gen/query.c: sql/compile $(QUERY) lib/core/feed.h $(B)/sources
	@mkdir -p $(@D)
	sql/compile source $(QUERY) > $@.new && mv $@.new $@
$(B)/gen/pg_texts.c: sql/compile sql/Postgresql.pm sql/postgresql/own.sql \
    $(QUERY) lib/core/feed.h $(B)/sources
	@mkdir -p $(@D)
	sql/compile postgresql sql/postgresql/own.sql $(QUERY) > $@.new && \
	    mv $@.new $@
$(B)/gen/pg_migrations.c: sql/compile $(PGMIGRATE) $(B)/sources
	@mkdir -p $(@D)
	sql/compile postgresql-migrations $(PGMIGRATE) > $@.new && mv $@.new $@
$(S3): lib/core/file/s3/client.c lib/core/file/s3/client.h $(B)/flags
	@mkdir -p $(@D)
	$(CC) $(ALL) -UPIE -fPIC -shared -Wl,-z,relro,-z,now -o $@ $< -lcurl
$(B)/docket-postgresql.so: $(PGSRC) $(B)/gen/pg_texts.c \
    $(B)/gen/pg_migrations.c $(B)/gen/query.h $(B)/flags
	$(CC) $(ALL) -I$(PGINC) -UPIE -fPIC -shared -Wl,-z,relro,-z,now -o $@ $(filter %.c,$^) \
	    -lpq

$(B)/gen/migrations.c: sql/compile $(MIGRATE) $(B)/sources
	@mkdir -p $(@D)
	sql/compile migrations $(MIGRATE) > $@.new && mv $@.new $@

$(B)/%.o: %.c $(B)/flags | $(B)/gen/query.h
	@mkdir -p $(@D)
	$(CC) $(ALL) -MMD -MP -c $< -o $@
$(B)/gen/%.o: $(B)/gen/%.c $(B)/gen/query.h $(B)/flags
	$(CC) $(ALL) -MMD -MP -c $< -o $@
# Linked into one program, the groups' main functions need different names.
$(B)/fcgi/%.o: cgi-bin/%.c $(B)/flags | $(B)/gen/query.h
	@mkdir -p $(@D)
	$(CC) $(ALL) -Dmain=main_of_$(subst -,_,$(notdir $*)) \
	    -Wno-missing-prototypes -MMD -MP -c $< -o $@
$(B)/cgi-bin/status.o $(B)/fcgi/status.o: doc/openapi.json

$(LIB): $(OBJ) $(B)/sources
	rm -f $@
	ar rcsD $@ $(OBJ)

$(OUT): $(OUTSRC:%.c=$(B)/%.o) $(B)/sources
	rm -f $@
	ar rcsD $@ $(filter %.o,$^)

.SECONDEXPANSION:
$(CGI): $(B)/cgi-bin/%: $(B)/cgi-bin/%.o \
    $$(subst cgi-bin/,$(B)/fcgi/,$$(addsuffix .o,$$(basename \
    $$(wildcard cgi-bin/$$*/*.c)))) \
    $(LIB) $(B)/sources $(SYMBOLS)
	$(LINK) $(filter %.o,$^) $(LIB) $(EXTRA) $(LIBS) -o $@
$(B)/cgi-bin/attachments $(B)/cgi-bin/batch: EXTRA = $(MAGIC)
# The rows of a batch are requests of any group.
$(B)/cgi-bin/batch: $(patsubst %,$(B)/fcgi/%.o,$(filter-out batch,$(GROUPS)))
$(FASTCGI): $(B)/cgi-bin/docket.fcgi.o $(GROUPS:%=$(B)/fcgi/%.o) $(LIB) \
    $(B)/sources $(SYMBOLS)
	$(LINK) $(filter %.o %.a,$^) $(FCGI) $(MAGIC) $(LIBS) -o $@
# bin/docket-NAME.c, and the files of bin/NAME/.
$(BIN): $(B)/bin/docket-%: $(B)/bin/docket-%.o \
    $$(addprefix $(B)/,$$(addsuffix .o,$$(basename $$(wildcard bin/$$*/*.c)))) \
    $(OUT) $(LIB) $(B)/sources $(SYMBOLS)
	$(LINK) $(filter %.o,$^) $(filter %.a,$^) $(MAGIC) $(LIBS) $(OUTLIBS) -o $@
$(B)/bin/docket-wait: $(B)/fcgi/wait.o
# Which program serves which path, for the configurations of web servers.
$(B)/routes: $(FASTCGI)
	$(EMULATOR) $(FASTCGI) --routes > $@.new && mv $@.new $@

# The samples in etc/, filled in for this PREFIX.
FILL	= LIBEXEC=$(PREFIX)/libexec/docket CONF=/etc/docket/docket.conf \
	  EMPTY=/var/empty TMP=/var/tmp LISTEN=80 LISTEN6=[::]:80 SOCKET=/run/docket-fcgi.sock \
	  BIND='env.RUNTIME_DIRECTORY + "/http.sock"' \
	  WWW=$(PREFIX)/share/docket/www
TO	= $(DESTDIR)$(PREFIX)
# systemd's units, each with the lines of etc/systemd/hardened.
UNITS_TO = $(PREFIX)/lib/systemd/system
UNITFILES = $(wildcard etc/systemd/*.service etc/systemd/*.socket \
	  etc/systemd/*.timer)
#: install PREFIX=/usr/local DESTDIR=
install: all install-units
	install -d $(TO)/bin $(TO)/libexec/docket $(TO)/share/man/man5 \
	    $(TO)/share/man/man8 $(TO)/share/docket $(TO)/share/doc/docket
	install $(BIN) $(TO)/bin
	install $(CGI) $(FASTCGI) $(TO)/libexec/docket
	install -m 644 $(PG) $(S3) $(TO)/libexec/docket
	install -m 644 $(B)/routes $(TO)/libexec/docket
	install -m 644 man/*.5 $(TO)/share/man/man5
	install -m 644 man/*.8 $(TO)/share/man/man8
	install -m 644 etc/docket.conf $(TO)/share/docket
	install -m 644 etc/fail2ban.conf etc/fail2ban-jail.conf \
	    etc/haproxy.cfg etc/patroni.yml etc/prometheus-alerts.yml \
	    $(TO)/share/docket
	install -m 644 README.md SECURITY LICENSE CHANGELOG doc/install.md \
	    doc/app.md doc/www.md doc/walk.md doc/postgresql.md doc/scale.md \
	    doc/speed.md doc/bench.md doc/bench.svg doc/growth.svg \
	    doc/openapi.json \
	    $(TO)/share/doc/docket
	if [ -d $(B)/www ]; then rm -rf $(TO)/share/docket/www; \
	    cp -R $(B)/www $(TO)/share/docket/www; \
	    chmod -R u=rwX,go=rX $(TO)/share/docket/www; fi
	set -e; for f in docket-lighttpd.service docket-https.conf \
	    docket.cron; do \
	    sed 's|/usr/local|$(PREFIX)|g' etc/$$f >$(TO)/share/docket/$$f; done
	install -m 644 etc/nginx-proxy.conf etc/apache-proxy.conf \
	    etc/lighttpd-proxy.conf etc/Caddyfile $(TO)/share/docket
	set -e; for f in lighttpd apache apache-sso nginx; do \
	    etc/fill etc/$$f.conf.in $(B)/routes $(FILL) \
	        >$(TO)/share/docket/$$f.conf; done

#: install-units        systemd's units alone
install-units:
	install -d $(DESTDIR)$(UNITS_TO) $(TO)/lib/sysusers.d $(TO)/lib/tmpfiles.d
	install -m 644 etc/docket.sysusers $(TO)/lib/sysusers.d/docket.conf
	install -m 644 etc/docket.tmpfiles $(TO)/lib/tmpfiles.d/docket.conf
	set -e; for f in $(UNITFILES); do \
	    sed -e '/^@HARDENED@$$/{r etc/systemd/hardened' -e 'd;}' \
	        -e 's|/usr/local|$(PREFIX)|g' $$f \
	        >$(DESTDIR)$(UNITS_TO)/$${f##*/}; done

# The one place of the version; t/style/version.t finds any other that differs.
VERSION	:= $(shell sed -n 's/.*DOCKET_VERSION[[:space:]]*"\(.*\)".*/\1/p' \
	  lib/base/version.h)
#: version NEW=0.2.0    set the version where it must stand
version:
	@test -n '$(NEW)' || { echo 'make version NEW=0.2.0' >&2; exit 2; }
	sed -i 's/"$(VERSION)"/"$(NEW)"/' lib/base/version.h
	{ printf 'docket (%s) unstable; urgency=medium\n\n' '$(NEW)'; \
	    printf '  * See CHANGELOG.\n\n'; \
	    sed -n '/^ -- /{s/>  .*/>/p;q}' debian/changelog | \
	    tr -d '\n'; date -u '+  %a, %d %b %Y %H:%M:%S +0000'; \
	    echo; cat debian/changelog; } >$(B)/changelog
	mv $(B)/changelog debian/changelog

# The files in git, and the web app, built: needs neither npm nor a network.  The
# same tree gives the same bytes.
DIST	= docket-$(VERSION)
#: dist                 a tarball of the release
dist: www
	@test -e $(B)/www/index.html || { echo 'make dist: a release' \
	    'contains the web app' >&2; exit 1; }
	rm -rf $(B)/dist
	mkdir -p $(B)/dist/$(DIST)
	git ls-files -z | tar -cf - --null -T - | \
	    tar -xf - -C $(B)/dist/$(DIST)
	cp -R $(B)/www $(B)/dist/$(DIST)/www/dist
	tar -C $(B)/dist -cf - --sort=name --owner=0 --group=0 --numeric-owner \
	    --mode=u+rw,go=rX --mtime='@$(or $(SOURCE_DATE_EPOCH),$(shell \
	    git log -1 --format=%ct))' $(DIST) | xz -9 -T1 \
	    >$(B)/$(DIST).tar.xz
	rm -rf $(B)/dist
	@ls $(B)/$(DIST).tar.xz

# From a copy of the tree, so that the two builds do not interfere.  Whoever
# builds it is its maintainer, by DEBFULLNAME and DEBEMAIL.
DEBTO	= $(B)/deb
#: deb                  a Debian package, in build/deb
deb:
	rm -rf $(DEBTO)
	mkdir -p $(DEBTO)/docket
	tar -cf - --exclude=./.git --exclude=./build --exclude=./t \
	    --exclude=./bench . | tar -xf - -C $(DEBTO)/docket
	$(if $(DEBEMAIL),cd $(DEBTO)/docket/debian && sed -i \
	    's/[^:-]* <docket@packages\.invalid>/ $(DEBFULLNAME) <$(DEBEMAIL)>/' \
	    control changelog)
	cd $(DEBTO)/docket && env -u MAKEFLAGS -u MAKELEVEL -u MAKEOVERRIDES \
	    dpkg-buildpackage --build=binary --no-sign --jobs=auto
	rm -rf $(DEBTO)/docket
	@ls $(DEBTO)/*.deb

#: image                an OCI image, in build/docket-image.tar; as root
#:   SUITE=trixie MIRROR=...
image: deb
	etc/container/build $(DEBTO) $(B)/docket-image.tar \
	    $(or $(SUITE),bookworm) $(MIRROR)
	@ls $(B)/docket-image.tar

# Not the data and /etc.
#: uninstall            remove what install installed
uninstall:
	cd $(TO)/bin && rm -f $(notdir $(BIN))
	cd $(TO)/share/man && rm -f $(addprefix man5/,$(notdir \
	    $(wildcard man/*.5))) $(addprefix man8/,$(notdir $(wildcard man/*.8)))
	rm -rf $(TO)/libexec/docket $(TO)/share/docket $(TO)/share/doc/docket
	cd $(DESTDIR)$(UNITS_TO) && rm -f $(notdir $(UNITFILES))
	rm -f $(TO)/lib/sysusers.d/docket.conf $(TO)/lib/tmpfiles.d/docket.conf

#: clean                remove build/
clean:
	rm -rf build

# Not in the copy that a package is built from.
-include bench/bench.mk t/t.mk
-include $(shell find $(B) -name '*.d' 2>/dev/null)

.PHONY: all clean deb dist help image install install-units run uninstall \
	version www
