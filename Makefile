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
# Where programs are built.
P	= $(B)
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

# A line for each step, as "CC lib/base/text.c"; V=1 prints the commands.
say	= $(if $(V),,@echo '$1 $(patsubst $(B)/%,%,$2)' && )

SYMBOLS	= lib/db/postgresql/symbols
LINK	= $(call say,LINK,$@)$(CC) $(CFLAGS) $(LDFLAGS) $(LDHARD)\
	  -Wl,--dynamic-list=$(SYMBOLS)

# Static if Debian has an archive: a loader costs a CGI program more than its
# work.
STATIC	= -Wl,-Bstatic -lsqlite3 -lsodium -lutf8proc -luuid -lnettle -lz
LIBS	= $(STATIC) -Wl,-Bdynamic -lcjson -lm
EXPAT	= -Wl,-Bstatic -lexpat -Wl,-Bdynamic
MAGIC	= -Wl,-Bstatic -lmagic -llzma -lbz2 -lz -Wl,-Bdynamic
FCGI	= -Wl,-Bstatic -lfcgi -Wl,-Bdynamic

# For push, mail and archives; programs that do not use them do not load them.
OUTLIBS	= -lcurl -larchive -lcrypto

LAYERS	= base db core ical import export web dav oidc cli
SRC	= $(filter-out $(PGSRC) $(PASSKEYSRC) $(QRSRC) lib/oidc/http.c,\
	  $(foreach l,$(LAYERS),$(wildcard lib/$l/*.c lib/$l/*/*.c)))
# The engine of PostgreSQL, which programs load when the settings name it.
PGSRC	= $(wildcard lib/db/postgresql/*.c)
PG	= $(if $(wildcard $(PGINC)/libpq-fe.h),$(P)/docket-postgresql.so)
PGMIGRATIONS = $(B)/gen/pg_migrations.c
PGINC	?= /usr/include/postgresql
S3	= $(P)/docket-s3.so
# Requests to the provider of single sign-on.
OIDC	= $(P)/docket-oidc.so
# What checks passkeys, which programs load that sign users in.
PASSKEYS = $(P)/docket-passkeys.so
PASSKEYSRC = lib/web/signature/libcrypto.c
# What draws QR codes.
QR	= $(P)/docket-qr.so
QRSRC	= lib/web/qr/libqrencode.c
OUTSRC	= $(wildcard lib/push/*.c lib/mail/*.c)
OBJ	= $(SRC:%.c=$(B)/%.o) $(B)/gen/query.o $(B)/gen/migrations.o \
	  $(B)/gen/prepared.o
LIB	= $(B)/libdocket.a
OUT	= $(B)/libdocket-out.a
CGIS	= $(patsubst cgi-bin/%.c,%,$(filter-out %.fcgi.c,$(wildcard cgi-bin/*.c)))
CGI	= $(CGIS:%=$(P)/cgi-bin/%)
# Every file with a group of routes: cgi-bin/NAME/*.c belong to program NAME.
GROUPS	= $(CGIS) $(patsubst cgi-bin/%.c,%,$(wildcard cgi-bin/*/*.c))
# Those of the most requests first: that is the order in which a route is sought.
GROUPSRC = $(patsubst %,cgi-bin/%.c,tasks lists $(filter-out tasks lists,$(GROUPS)))
# A batch has requests of the API alone.
BATCHSRC = $(filter-out cgi-bin/dav.c,$(GROUPSRC))
FASTCGI	= $(P)/cgi-bin/docket.fcgi
BIN	= $(patsubst bin/%.c,$(P)/bin/%,$(wildcard bin/docket-*.c))
COMPLETION = $(addprefix $(B)/completion/,bash zsh fish)
# When the batch programs run, from etc/jobs.
JOBS_RUN := $(shell sed -n 's/^\(docket-[a-z]*\)\t.*/\1/p' etc/jobs)
SCHEDULED = $(addprefix $(B)/etc/,docket.cron $(JOBS_RUN:=.service) \
	  $(JOBS_RUN:=.timer))
QUERY	= $(wildcard sql/query/*.sql)
MIGRATE	= $(wildcard sql/migrate/*.sql)

#: all                  build everything
all: programs $(COMPLETION) $(SCHEDULED)
#: programs             without the web app
programs: $(CGI) $(FASTCGI) $(BIN) $(PG) $(S3) $(OIDC) $(PASSKEYS) $(QR) $(P)/routes

# Files that change only if a source is added or removed, or a flag changes;
# what depends on them is then built again.
remember = $(shell mkdir -p $(dir $1); echo '$2' | cmp -s - $1 || echo '$2' >$1)
$(call remember,$(B)/sources,$(SRC) $(OUTSRC) $(wildcard bin/*/*.c) \
	  $(wildcard cgi-bin/*.c cgi-bin/*/*.c) $(QUERY) $(MIGRATE))
VERSION	:= $(shell bin/version)
$(call remember,$(B)/version,$(VERSION))
# Where the sources are changes nothing: -ffile-prefix-map is there for that.
$(call remember,$(B)/flags,$(CC) $(filter-out $(WERROR) -ffile-prefix-map=%,$(ALL)) \
	  $(LDFLAGS) $(LDHARD))

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
all: www
else
# Of `all`, it is the last line.
www all:
	@echo 'The web app is not built: $(strip $(WWWNEEDS)) missing;' \
	    'bin/setup installs it.'
endif
$(B)/www/index.html: www/bundle $(WWW) $(WWWDIST)
	@mkdir -p $(B)
	$(call say,WWW,$(B)/www)$(if $(WWWDIST),rm -rf $(B)/www && cp -R www/dist,www/bundle www) $(B)/www

help:
	@sed -n 's/^#: //p' $(MAKEFILE_LIST) | sed 's/^/make /; s/^make   /       /'

DEMO	= $(B)/bin/docket-serve --demo $(if $(PORT),-p $(PORT))
#: run PORT=8080        a server with demo data, in build/demo
#:   ENGINE=postgresql    on a throwaway PostgreSQL
run: all
	$(if $(ENGINE),t/lib/cluster $(B)/demo-cluster t/lib/on-empty) $(DEMO) \
	    $(if $(ENGINE),-m fastcgi -d $(B)/demo-cluster/demo)

# The groups' names; from them the main function of each CGI program.
named	= $(shell sed -n 's/^const struct route_group \([a-z_]*\) =.*/\1/p' $1)
$(call remember,$(B)/groupnames,$(call named,$(GROUPSRC)))
$(CGIS:%=$(B)/gen/main/%.c): $(B)/gen/main/%.c: $(B)/groupnames
	@mkdir -p $(@D)
	@groups='$(call named,$(if $(filter batch,$*),$(BATCHSRC),$(wildcard \
	    cgi-bin/$*.c cgi-bin/$*/*.c)))'; { printf '#include %s\n' '<stddef.h>' '"web/cgi.h"'; \
	    printf 'extern const struct route_group %s;\n' $$groups; \
	    echo 'static const struct route_group *const groups[] = {'; \
	    printf '\t&%s,\n' $$groups; printf '\tNULL\n};\n\n'; \
	    printf 'int\nmain(void)\n{\n\treturn cgi_main("$*", groups);\n}\n'; \
	    } > $@.new && mv $@.new $@
$(B)/gen/groups.h: $(B)/groupnames
	@mkdir -p $(@D)
	@groups='$(call named,$(GROUPSRC))'; { printf 'extern const struct route_group %s;\n' $$groups; \
	    echo '#define ALL_GROUPS \'; printf '\t&%s, \\\n' $$groups; \
	    printf '\tNULL\n'; } > $@.new && mv $@.new $@
$(B)/gen/schedule.h $(SCHEDULED): etc/schedule etc/jobs
	@mkdir -p $(@D)
	$(call say,SCHEDULE,$@)etc/schedule $(@F) <etc/jobs > $@.new && mv $@.new $@
MAILWORDS = $(sort $(wildcard lib/mail/words/*.txt))
$(B)/gen/mail_words.h: lib/mail/compile $(MAILWORDS)
	@mkdir -p $(@D)
	$(call say,WORDS,$@)lib/mail/compile $(MAILWORDS) > $@.new && mv $@.new $@
# A header for each file of statements.  It does not have their texts, and is written
# only if what one of them takes or returns has changed, so that few files are
# compiled.
QUERYH	= $(B)/gen/query/numbers.h $(QUERY:sql/query/%.sql=$(B)/gen/query/%.h)
$(shell mkdir -p $(B)/gen/query; \
	  [ "$$(find sql/compile sql/query -newer $(B)/gen/query/made 2>&1)" = '' ] || \
	  sql/compile headers $(B)/gen/query $(QUERY))
$(B)/gen/query.c: sql/compile $(QUERY) lib/core/feed.h $(B)/sources
	@mkdir -p $(@D)
	$(call say,SQL,$@)sql/compile source $(QUERY) > $@.new && mv $@.new $@
$(B)/gen/prepared.c: sql/compile sql/prepared $(B)/gen/query/numbers.h
	@mkdir -p $(@D)
	$(call say,SQL,$@)sql/compile prepared sql/prepared $(QUERY) > $@.new && mv $@.new $@
$(B)/gen/pg_texts.c: sql/compile sql/Postgresql.pm sql/postgresql/own.sql \
    $(QUERY) lib/core/feed.h $(B)/sources
	@mkdir -p $(@D)
	$(call say,SQL,$@)sql/compile postgresql sql/postgresql/own.sql $(QUERY) > $@.new && \
	    mv $@.new $@
$(B)/gen/pg_migrations.c: sql/compile sql/Postgresql.pm $(MIGRATE) \
    $(wildcard sql/postgresql/migrate/*.sql) $(B)/sources
	@mkdir -p $(@D)
	$(call say,SQL,$@)sql/compile postgresql-migrations $(MIGRATE) > $@.new && mv $@.new $@
# What programs load on demand.
MODULES	= $(PG) $(S3) $(OIDC) $(PASSKEYS) $(QR)
$(PG): $(patsubst %.c,$(B)/pic/%.o,$(PGSRC) $(B)/gen/pg_texts.c $(PGMIGRATIONS))
$(PG): USES = -lpq
$(S3): $(B)/pic/lib/core/file/s3/client.o
$(OIDC): $(B)/pic/lib/oidc/http.o
$(S3) $(OIDC): USES = -lcurl
$(PASSKEYS): $(PASSKEYSRC:%.c=$(B)/pic/%.o)
$(PASSKEYS): USES = -lcrypto
$(QR): $(QRSRC:%.c=$(B)/pic/%.o)
$(QR): USES = -lqrencode
$(MODULES): $(B)/sources
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(CC) $(ALL) -UPIE -fPIC -shared -Wl,-z,relro,-z,now -o $@ $(filter %.o,$^) $(USES)
$(B)/pic/%.o: %.c $(B)/flags | $(QUERYH)
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL) -I$(PGINC) -UPIE -fPIC -MMD -MP -c $< -o $@

$(B)/gen/migrations.c: sql/compile $(MIGRATE) $(B)/sources
	@mkdir -p $(@D)
	$(call say,SQL,$@)sql/compile migrations $(MIGRATE) > $@.new && mv $@.new $@

$(B)/%.o: %.c $(B)/flags | $(QUERYH) $(B)/gen/groups.h \
    $(B)/gen/schedule.h $(B)/gen/mail_words.h
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL) -MMD -MP -c $< -o $@
$(B)/gen/%.o: $(B)/gen/%.c $(B)/flags | $(QUERYH)
	$(call say,CC,$<)$(CC) $(ALL) -MMD -MP -c $< -o $@
# Not in build/cgi-bin, where the programs have the names of their folders.
$(B)/group/%.o: cgi-bin/%.c $(B)/flags | $(QUERYH) $(B)/gen/groups.h
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(ALL) -MMD -MP -c $< -o $@
# A new commit compiles this file alone.
$(B)/lib/base/version.o: private ALL += -DDOCKET_VERSION='"$(VERSION)"'
$(B)/lib/base/version.o: $(B)/version

# The OpenAPI document: what the tables say, in the words of api.  The program
# that prints the tables has every route but not the document.
DOC	= $(B)/gen/openapi.json
$(B)/api/facts: $(B)/api/facts.o $(filter-out %/openapi.o,\
    $(GROUPS:%=$(B)/group/%.o)) $(B)/libdocket.a
	$(filter-out -fsanitize=fuzzer,$(LINK)) $(filter %.o %.a,$^) $(MAGIC) \
	    $(EXPAT) $(LIBS) -o $@
$(DOC): $(B)/api/facts api/compile lib/core/limits.h $(wildcard api/*.*)
	$(call say,API,$@)$(EMULATOR) $(B)/api/facts | api/compile > $@.new && mv $@.new $@
$(B)/group/status/openapi.o: $(DOC)
#: app-api              what the web app repeats of the document
app-api: $(DOC)
	api/app limits <$(DOC) >www/js/data/limits.js
	api/app records <$(DOC) >www/js/data/records.d.ts

$(B)/libdocket.a: $(OBJ) $(B)/sources
	@rm -f $@
	$(call say,AR,$@)ar rcsD $@ $(OBJ)

$(OUT): $(OUTSRC:%.c=$(B)/%.o) $(B)/sources
	@rm -f $@
	$(call say,AR,$@)ar rcsD $@ $(filter %.o,$^)

.SECONDEXPANSION:
$(CGI): $(P)/cgi-bin/%: $(B)/gen/main/%.o $(B)/group/%.o \
    $$(subst cgi-bin/,$(B)/group/,$$(addsuffix .o,$$(basename \
    $$(wildcard cgi-bin/$$*/*.c)))) \
    $(LIB) $(B)/sources $(SYMBOLS)
	@mkdir -p $(@D)
	$(LINK) $(filter %.o,$^) $(LIB) $(EXTRA) $(LIBS) -o $@
$(addprefix $(P)/cgi-bin/,attachments batch imports): EXTRA = $(MAGIC)
$(P)/cgi-bin/dav: EXTRA = $(EXPAT)
# The rows of a batch are requests of any group.
$(P)/cgi-bin/batch: $(patsubst %,$(B)/group/%.o,$(filter-out batch dav,$(GROUPS)))
$(FASTCGI): $(B)/cgi-bin/docket.fcgi.o $(GROUPS:%=$(B)/group/%.o) $(LIB) \
    $(B)/sources $(SYMBOLS)
	@mkdir -p $(@D)
	$(LINK) $(filter %.o %.a,$^) $(FCGI) $(MAGIC) $(EXPAT) $(LIBS) -o $@
# bin/docket-NAME.c, and the files of bin/NAME/.
$(BIN): $(P)/bin/docket-%: $(B)/bin/docket-%.o \
    $$(addprefix $(B)/,$$(addsuffix .o,$$(basename $$(wildcard bin/$$*/*.c)))) \
    $(OUT) $(LIB) $(B)/sources $(SYMBOLS)
	@mkdir -p $(@D)
	$(LINK) $(filter %.o,$^) $(filter %.a,$^) $(MAGIC) $(LIBS) $(OUTLIBS) -o $@
$(P)/bin/docket-wait: $(B)/group/wait.o
# Which program serves which path, for the configurations of web servers.
$(P)/routes: $(FASTCGI)
	$(call say,ROUTES,$@)$(EMULATOR) $(FASTCGI) --routes > $@.new && mv $@.new $@
$(COMPLETION): $(B)/completion/%: etc/complete $(BIN)
	@mkdir -p $(@D)
	$(call say,COMPLETION,$@)EMULATOR='$(EMULATOR)' etc/complete $* $(BIN) > $@.new && mv $@.new $@

# The samples in etc/, filled in for this PREFIX.
FILL	= LIBEXEC=$(PREFIX)/libexec/docket CONF=/etc/docket/docket.conf \
	  EMPTY=/var/empty TMP=/var/tmp LISTEN=80 LISTEN6=[::]:80 SOCKET=/run/docket-fcgi.sock \
	  BIND='env.RUNTIME_DIRECTORY + "/http.sock"' \
	  WWW=$(PREFIX)/share/docket/www
TO	= $(DESTDIR)$(PREFIX)
# Where shells look for the completion of a command.
BASH_TO	= $(PREFIX)/share/bash-completion/completions
ZSH_TO	= $(PREFIX)/share/zsh/site-functions
FISH_TO	= $(PREFIX)/share/fish/vendor_completions.d
# systemd's units, each with the lines of etc/systemd/hardened.
UNITS_TO = $(PREFIX)/lib/systemd/system
UNITFILES = $(wildcard etc/systemd/*.service etc/systemd/*.socket \
	  etc/systemd/*.timer) $(filter-out %.cron,$(SCHEDULED))
#: install PREFIX=/usr/local DESTDIR=
install: all install-units
	install -d $(TO)/bin $(TO)/libexec/docket $(TO)/share/man/man5 \
	    $(TO)/share/man/man7 $(TO)/share/man/man8 $(TO)/share/docket \
	    $(TO)/share/doc/docket $(DESTDIR)$(BASH_TO) $(DESTDIR)$(ZSH_TO) \
	    $(DESTDIR)$(FISH_TO)
	install $(BIN) $(TO)/bin
	install $(CGI) $(FASTCGI) $(TO)/libexec/docket
	install -m 644 $(PG) $(S3) $(OIDC) $(PASSKEYS) $(QR) $(TO)/libexec/docket
	install -m 644 $(P)/routes $(TO)/libexec/docket
	install -m 644 man/*.5 $(TO)/share/man/man5
	install -m 644 man/*.7 $(TO)/share/man/man7
	install -m 644 man/*.8 $(TO)/share/man/man8
	install -m 644 $(B)/completion/zsh $(DESTDIR)$(ZSH_TO)/_docket
	set -e; for p in $(notdir $(BIN)); do \
	    install -m 644 $(B)/completion/bash $(DESTDIR)$(BASH_TO)/$$p; \
	    install -m 644 $(B)/completion/fish \
	        $(DESTDIR)$(FISH_TO)/$$p.fish; done
	install -m 644 etc/docket.conf $(TO)/share/docket
	install -m 644 etc/fail2ban.conf etc/fail2ban-jail.conf \
	    etc/haproxy.cfg etc/patroni.yml etc/prometheus-alerts.yml \
	    $(TO)/share/docket
	install -m 644 README.md SECURITY LICENSE CHANGELOG doc/*.md doc/*.svg \
	    $(DOC) $(TO)/share/doc/docket
	if [ -d $(B)/www ]; then rm -rf $(TO)/share/docket/www; \
	    cp -R $(B)/www $(TO)/share/docket/www; \
	    chmod -R u=rwX,go=rX $(TO)/share/docket/www; fi
	set -e; for f in etc/docket-lighttpd.service etc/docket-https.conf \
	    $(B)/etc/docket.cron; do \
	    sed 's|/usr/local|$(PREFIX)|g' $$f >$(TO)/share/docket/$${f##*/}; done
	install -m 644 etc/nginx-proxy.conf etc/apache-proxy.conf \
	    etc/lighttpd-proxy.conf etc/Caddyfile $(TO)/share/docket
	set -e; for f in lighttpd apache apache-sso nginx; do \
	    etc/fill etc/$$f.conf.in $(P)/routes $(FILL) \
	        >$(TO)/share/docket/$$f.conf; done

#: install-units        systemd's units alone
install-units: $(SCHEDULED)
	install -d $(DESTDIR)$(UNITS_TO) $(TO)/lib/sysusers.d $(TO)/lib/tmpfiles.d
	install -m 644 etc/docket.sysusers $(TO)/lib/sysusers.d/docket.conf
	install -m 644 etc/docket.tmpfiles $(TO)/lib/tmpfiles.d/docket.conf
	set -e; for f in $(UNITFILES); do \
	    sed -e '/^@HARDENED@$$/{r etc/systemd/hardened' -e 'd;}' \
	        -e 's|/usr/local|$(PREFIX)|g' $$f \
	        >$(DESTDIR)$(UNITS_TO)/$${f##*/}; done

#: version NEW=0.2.0    set the coming release where it must stand
version:
	@test -n '$(NEW)' || { echo 'make version NEW=0.2.0' >&2; exit 2; }
	sed -i '/DOCKET_RELEASE/s/".*"/"$(NEW)"/' lib/base/version.h
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
	rm -rf $(B)/dist $(B)/docket-*.tar.xz
	mkdir -p $(B)/dist/$(DIST)
	git ls-files -z | tar -cf - --null -T - | \
	    tar -xf - -C $(B)/dist/$(DIST)
	cp -R $(B)/www $(B)/dist/$(DIST)/www/dist
	echo '$(VERSION)' >$(B)/dist/$(DIST)/.version
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
#:   ARCH=arm64           for another architecture
deb:
	rm -rf $(DEBTO)
	mkdir -p $(DEBTO)/docket
	tar -cf - --exclude=./.git --exclude=./build --exclude=./t \
	    --exclude=./bench . | tar -xf - -C $(DEBTO)/docket
	$(if $(DEBEMAIL),cd $(DEBTO)/docket/debian && sed -i \
	    's/[^:-]* <docket@packages\.invalid>/ $(DEBFULLNAME) <$(DEBEMAIL)>/' \
	    control changelog)
	echo '$(VERSION)' >$(DEBTO)/docket/.version
	sed -i '1s/([^)]*)/($(VERSION))/' $(DEBTO)/docket/debian/changelog
	cd $(DEBTO)/docket && env -u MAKEFLAGS -u MAKELEVEL -u MAKEOVERRIDES \
	    dpkg-buildpackage --build=binary --no-sign --jobs=auto \
	    $(if $(ARCH),-a $(ARCH))
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
	cd $(TO)/share/man && rm -f $(foreach s,5 7 8,$(addprefix man$s/,$(notdir \
	    $(wildcard man/*.$s))))
	rm -f $(addprefix $(DESTDIR)$(BASH_TO)/,$(notdir $(BIN))) \
	    $(DESTDIR)$(ZSH_TO)/_docket \
	    $(patsubst %,$(DESTDIR)$(FISH_TO)/%.fish,$(notdir $(BIN)))
	rm -rf $(TO)/libexec/docket $(TO)/share/docket $(TO)/share/doc/docket
	cd $(DESTDIR)$(UNITS_TO) && rm -f $(notdir $(UNITFILES))
	rm -f $(TO)/lib/sysusers.d/docket.conf $(TO)/lib/tmpfiles.d/docket.conf

#: compile_commands.json   for clangd and other tools that read C
compile_commands.json:
	@$(MAKE) --no-print-directory -nB V=1 programs | perl -MJSON::PP -n \
	    -e '/^\S.* -c (\S+\.c) .*/ and push @all, { command => $$&,' \
	    -e 'file => $$1, directory => "$(CURDIR)" };' \
	    -e 'END { print JSON::PP->new->canonical->encode(\@all) }' >$@

#: clean                remove build/
clean:
	rm -rf build

# Not in the copy that a package is built from.
-include bench/bench.mk t/t.mk
-include $(shell find $(B) -path $(B)/deb -prune -o -name '*.d' -print 2>/dev/null)

.PHONY: all app-api clean compile_commands.json deb dist help image install \
	install-units programs run uninstall version www
