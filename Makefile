# Docket.  Everything is built below build/; `make help` says what there is.

CC	= gcc
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
# Debian's archives carry no note of CET, so that the programs lose it: a shadow
# stack asks nothing of the code linked in and is kept, IBT is not.
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
# CPPFLAGS, CFLAGS and LDFLAGS of whoever builds come first, so that none of them
# takes the hardening away.
ALL	= -std=gnu11 -D_GNU_SOURCE -I. -Ilib -I$(B)/gen $(WARN) $(WERROR) \
	  $(CPPFLAGS) $(CFLAGS) $(HARDEN) -ffile-prefix-map=$(CURDIR)=.

# Static where Debian has an archive: a loader costs a CGI more than its work.
STATIC	= -Wl,-Bstatic -lsqlite3 -lsodium -lutf8proc -luuid -lz
LIBS	= $(STATIC) -Wl,-Bdynamic -lcjson -lm
MAGIC	= -Wl,-Bstatic -lmagic -llzma -lbz2 -lz -Wl,-Bdynamic
FCGI	= -Wl,-Bstatic -lfcgi -Wl,-Bdynamic

# The world outside: programs that do not use them do not load them.
OUTLIBS	= -lcurl -larchive -lcrypto

LAYERS	= base db core web cli
SRC	= $(foreach l,$(LAYERS),$(wildcard lib/$l/*.c lib/$l/*/*.c))
OUTSRC	= $(wildcard lib/push/*.c lib/mail/*.c)
OBJ	= $(SRC:%.c=$(B)/%.o) $(B)/gen/query.o $(B)/gen/migrations.o
LIB	= $(B)/libdocket.a
OUT	= $(B)/libdocket-out.a
CGIS	= $(patsubst cgi-bin/%.c,%,$(filter-out %.fcgi.c,$(wildcard cgi-bin/*.c)))
CGI	= $(CGIS:%=$(B)/cgi-bin/%)
FASTCGI	= $(B)/cgi-bin/docket.fcgi
BIN	= $(patsubst bin/%.c,$(B)/bin/%,$(wildcard bin/docket-*.c))
UNITS	= $(patsubst t/unit/%.c,$(B)/t/%,$(wildcard t/unit/*.c))
BENCHES	= $(addprefix $(B)/bench/,null-cgi null-fcgi inprocess sandbox)
PRELOAD	= $(addprefix $(B)/t/,$(addsuffix .so,probe fail hold fast ran))
TOOLS	= $(filter-out $(PRELOAD:%.so=%),$(patsubst t/lib/%.c,$(B)/t/%, \
	  $(wildcard t/lib/*.c))) $(PRELOAD)
FUZZ	= $(patsubst t/fuzz/%.c,$(B)/fuzz/%,$(wildcard t/fuzz/*.c))
PERLS	= $(wildcard t/http/*.t t/bin/*.t t/fault/*.t t/style/*.t)
NPMS	= $(filter-out t/npm/validate.mjs,$(wildcard t/npm/*.mjs))
WWWS	= $(wildcard t/www/unit/*.test.mjs) t/www/e2e/first.mjs t/www/e2e/keys.mjs
QUERY	= $(wildcard sql/query/*.sql)
MIGRATE	= $(wildcard sql/migrate/*.sql)

all: $(CGI) $(FASTCGI) $(BIN) $(B)/routes www

# Files that change only when a source is added or removed, or a flag changes:
# what depends on them is then made again.
remember = $(shell mkdir -p $(dir $1); echo '$2' | cmp -s - $1 || echo '$2' >$1)
$(call remember,$(B)/sources,$(SRC) $(OUTSRC) $(wildcard bin/*/*.c) \
	  $(wildcard cgi-bin/*.c) $(QUERY) $(MIGRATE))
$(call remember,$(B)/flags,$(CC) $(filter-out $(WERROR),$(ALL)) $(LDFLAGS) $(LDHARD))

# The web app.  Without what bundles it, all the rest is built.
WWW	= $(wildcard www/*.html www/*.css www/css/*.css www/*.js www/*.webmanifest \
	  www/icons/* www/words/* www/js/*.js www/js/*/*.js)
WWWNEEDS = $(foreach p,esbuild zopfli,$(if $(shell command -v $p),,$p)) \
	  $(if $(wildcard www/node_modules/lit-html),,lit-html)
# A release has it built, and needs none of these.
WWWDIST	= $(wildcard www/dist/index.html)
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
	@echo 'all    build everything          run    a server with demo data'
	@echo 'check  run every test (SAN=address,undefined for sanitizers)'
	@echo 'check-offline                    without npm, browsers and a network'
	@echo 'check-www every test of the web app, in a browser'
	@echo 'lint   static checks             bench  measure'
	@echo 'bench-www ROUNDS=5               the web app beside its targets'
	@echo 'torture MINUTES=n                the long runs, and their page'
	@echo 'fuzz SECONDS=60 [TARGETS=...]    every fuzz target in turn'
	@echo '     PLAIN=1 [RUNS=n]            the same without AddressSanitizer'
	@echo 'coverage                         branches that no test takes'
	@echo 'mutate MUTANTS=200 [SEED=1]      do tests notice wrong branches?'
	@echo 'install PREFIX=$(PREFIX)         uninstall, clean'
	@echo 'deb    a Debian package, in $(DEBTO)'
	@echo 'dist   a tarball of the release, with the web app built'
	@echo 'version NEW=0.2.0                set it where it must stand'

run: all
	$(B)/bin/docket-serve --demo $(if $(PORT),-p $(PORT))

# TAP from C, from the real programs, and from npm's peers.
TESTS	= $(UNITS) $(FUZZ) $(PERLS) $(NPMS) $(WWWS)
TESTENV	= DOCKET_BUILD=$(CURDIR)/$(B) DOCKET_ORACLE=$(CURDIR)/$(B)/t/oracle \
	  DOCKET_JSONORACLE=$(CURDIR)/$(B)/t/jsonoracle
# For example TESTS="t/http/sync.t build/t/rank" JOBS=1.
JOBS	= $(shell nproc)
check: tests
	$(TESTENV) prove -j$(JOBS) -It/lib -e t/lib/run --timer $(TESTS)
# Without npm, a browser and a network, as in the build of a package.
OFFLINE	= $(filter-out t/http/servers.t t/http/layouts.t,$(wildcard t/http/*.t \
	  t/bin/*.t t/style/*.t))
check-offline: all $(UNITS) $(FUZZ) $(TOOLS) $(BENCHES)
	@echo 'Left out: t/npm, t/www, t/fault; t/http/servers.t and layouts.t,'
	@echo 'which need other web servers; the check of answers against'
	@echo 'doc/openapi.json.  make check runs them.'
	DOCKET_OFFLINE=1 $(TESTENV) prove -It/lib -e t/lib/run --timer \
	    $(UNITS) $(FUZZ) $(OFFLINE)
# The web app alone, in every way.
check-www: tests
	$(TESTENV) prove -It/lib -e t/lib/run --timer t/http/www.t \
	    $(wildcard t/www/unit/*.test.mjs t/www/e2e/*.mjs)
# The pictures of the README, taken anew.
pictures: all t/npm/node_modules
	$(TESTENV) node t/www/pictures.mjs
tests: all $(UNITS) $(FUZZ) $(TOOLS) $(BENCHES) t/npm/node_modules

# Which branches of lib/ no test takes.
coverage:
	$(MAKE) B=build/cov HARDEN= LDHARD=--coverage CFLAGS='-O0 -g --coverage' \
	    tests
	B=build/cov t/coverage $(TESTS:$(B)/%=build/cov/%)

# Both compilers and the checkers, every warning an error.
C	= $(SRC) $(OUTSRC) $(wildcard cgi-bin/*.c bin/*.c bin/*/*.c t/unit/*.c t/unit/lib/*.c t/lib/*.c t/fuzz/*.c t/fuzz/lib/*.c bench/*.c)
lint: $(B)/gen/query.h
	set -e; for f in $(C); do \
	    $(CC) $(ALL) -Werror -fanalyzer -c -o /dev/null $$f; \
	    clang $(ALL) -Werror -Wno-unknown-warning-option \
	        -fsyntax-only $$f; done
	cppcheck -q --error-exitcode=1 --std=c11 --inline-suppr \
	    --enable=warning,portability -I. -Ilib -I$(B)/gen $(SRC) \
	    $(OUTSRC) $(wildcard cgi-bin/*.c bin/*.c bin/*/*.c)
	clang-tidy -quiet $(SRC) $(OUTSRC) $(wildcard cgi-bin/*.c bin/*.c \
	    bin/*/*.c) -- -std=gnu11 -D_GNU_SOURCE -I. -Ilib -I$(B)/gen 2>/dev/null
	shellcheck bin/setup t/lib/run t/fuzz/run .ci/run
	set -e; for f in sql/compile etc/fill bench/run bench/fill bench/remind \
	    bench/peers/same bench/peers/radicale t/torture \
	    $(wildcard t/lib/*.pm bench/lib/*.pm) $(PERLS); do \
	    perl -It/lib -Ibench/lib -c $$f 2>&1 | grep -v 'syntax OK' && exit 1 || :; done
	cd man && mandoc -Tlint -W warning *.[0-9]

# Long: what `make check` runs a sample of, and the page of its figures.
torture: tests
	$(TESTENV) t/torture $(MINUTES)

# Wrong branches in core and web, and whether a test notices; see t/mutate.
mutate: all $(UNITS) t/npm/node_modules
	t/mutate $(or $(MUTANTS),200) $(or $(SEED),1)

# Each target in turn; what it finds on the way is kept below build/.  PLAIN=1:
# without AddressSanitizer and the tracing of comparisons, several times as
# fast; RUNS=n: that many executions of each, within SECONDS.
FUZZB	= build/libfuzzer$(if $(PLAIN),-plain)
FUZZFLAGS = -g -DJSON_PIECE_MAX=8192 -fno-sanitize-recover=all $(if $(PLAIN), \
	  -O2 -fsanitize=fuzzer-no-link$(,)undefined \
	  -fno-sanitize-coverage=trace-cmp, \
	  -O1 -fno-omit-frame-pointer -D__SANITIZE_ADDRESS__ \
	  -fsanitize=fuzzer-no-link$(,)address$(,)undefined)
fuzz:
	+$(MAKE) B=$(FUZZB) CC=clang HARDEN= FUZZMAIN= CFLAGS='$(FUZZFLAGS)' \
	    LDHARD=-fsanitize=fuzzer fuzzers
	RUNS=$(RUNS) t/fuzz/run $(FUZZB) $(or $(SECONDS),60) $(TARGETS)
fuzzers: $(FUZZ)

# What of SECONDS, ROUNDS, USERS, TASKS, PEERS, ONLY and REPORT is given; see
# bench/run.
bench: all $(BENCHES) $(B)/t/peak \
    $(if $(filter 0,$(PEERS)),,bench/peers/node_modules)
	DOCKET_BUILD=$(CURDIR)/$(B) bench/run SECONDS=$(SECONDS) \
	    ROUNDS=$(ROUNDS) USERS=$(USERS) TASKS=$(TASKS) PEERS=$(PEERS) \
	    ONLY='$(ONLY)' REPORT=$(REPORT)

# The web app: sizes, and times with 10,000 tasks.
bench-www: all t/npm/node_modules
	DOCKET_BUILD=$(CURDIR)/$(B) node bench/www/run.mjs $(ROUNDS)

# That the peers do the work they are measured at.
check-peers: all bench/peers/node_modules
	DOCKET_BUILD=$(CURDIR)/$(B) prove bench/peers/same bench/peers/radicale

$(B)/bench/ec: $(B)/bench/ec.o
	$(CC) $(CFLAGS) $(LDFLAGS) $(LDHARD) $< -lcrypto -o $@
$(B)/bench/null-cgi: $(B)/fcgi/tasks.o
# Static: the cost is lost in that of a loader.
$(B)/bench/sandbox: $(B)/bench/sandbox.o $(LIB)
	$(CC) $(CFLAGS) $(if $(SAN),-fsanitize=$(SAN),-static) $^ -o $@
$(B)/bench/%: $(B)/bench/%.o $(LIB)
	$(CC) $(CFLAGS) $(LDFLAGS) $(LDHARD) $(filter %.o,$^) $(LIB) $(FCGI) $(LIBS) -o $@

t/npm/node_modules: t/npm/package-lock.json
	cd t/npm && npm ci --no-audit --no-fund --loglevel=error
	touch $@
# Nothing is run but the one build that is wanted, by npm's own node-gyp, from
# the headers that came with node.
bench/peers/node_modules: bench/peers/package-lock.json
	cd bench/peers && npm ci --ignore-scripts --no-audit --no-fund \
	    --loglevel=error
	cd $@/better-sqlite3 && npm run build-release -- --loglevel=warn \
	    --nodedir=$$(node -p 'path.resolve(process.execPath, "../..")') || \
	    { rm -rf $(CURDIR)/$@; exit 1; }
	touch $@

$(B)/gen/query.h: sql/compile $(QUERY) lib/core/feed.h $(B)/sources
	@mkdir -p $(@D)
	sql/compile header $(QUERY) > $@.new && mv $@.new $@
$(B)/gen/query.c: sql/compile $(QUERY) lib/core/feed.h $(B)/sources
	@mkdir -p $(@D)
	sql/compile source $(QUERY) > $@.new && mv $@.new $@
$(B)/gen/migrations.c: sql/compile $(MIGRATE) $(B)/sources
	@mkdir -p $(@D)
	sql/compile migrations $(MIGRATE) > $@.new && mv $@.new $@

$(B)/%.o: %.c $(B)/flags | $(B)/gen/query.h
	@mkdir -p $(@D)
	$(CC) $(ALL) -MMD -MP -c $< -o $@
$(B)/gen/%.o: $(B)/gen/%.c $(B)/gen/query.h $(B)/flags
	$(CC) $(ALL) -MMD -MP -c $< -o $@
# The groups' mains are named apart where they are linked into one program.
$(B)/fcgi/%.o: cgi-bin/%.c $(B)/flags | $(B)/gen/query.h
	@mkdir -p $(@D)
	$(CC) $(ALL) -Dmain=main_of_$(subst -,_,$*) -Wno-missing-prototypes \
	    -MMD -MP -c $< -o $@
$(B)/cgi-bin/status.o $(B)/fcgi/status.o: doc/openapi.json

$(LIB): $(OBJ) $(B)/sources
	rm -f $@
	ar rcsD $@ $(OBJ)

$(OUT): $(OUTSRC:%.c=$(B)/%.o) $(B)/sources
	rm -f $@
	ar rcsD $@ $(filter %.o,$^)

$(CGI): $(B)/cgi-bin/%: $(B)/cgi-bin/%.o $(LIB)
	$(CC) $(CFLAGS) $(LDFLAGS) $(LDHARD) $(filter %.o,$^) $(LIB) $(EXTRA) $(LIBS) -o $@
$(B)/cgi-bin/attachments $(B)/cgi-bin/batch: EXTRA = $(MAGIC)
# A batch's rows are requests of any group.
$(B)/cgi-bin/batch: $(patsubst %,$(B)/fcgi/%.o,$(filter-out batch,$(CGIS)))
$(FASTCGI): $(B)/cgi-bin/docket.fcgi.o $(CGIS:%=$(B)/fcgi/%.o) $(LIB) \
    $(B)/sources
	$(CC) $(CFLAGS) $(LDFLAGS) $(LDHARD) $(filter %.o %.a,$^) $(FCGI) $(MAGIC) $(LIBS) -o $@
# bin/docket-NAME.c, and what it has in bin/NAME/ besides.
.SECONDEXPANSION:
$(BIN): $(B)/bin/docket-%: $(B)/bin/docket-%.o \
    $$(addprefix $(B)/,$$(addsuffix .o,$$(basename $$(wildcard bin/$$*/*.c)))) \
    $(OUT) $(LIB) $(B)/sources
	$(CC) $(CFLAGS) $(LDFLAGS) $(LDHARD) $(filter %.o,$^) $(filter %.a,$^) $(MAGIC) $(LIBS) $(OUTLIBS) -o $@
# It answers requests.
$(B)/bin/docket-wait: $(B)/fcgi/wait.o
$(UNITS): $(B)/t/%: $(B)/t/unit/%.o $(OUT) $(LIB)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) $(LDHARD) $(filter %.o,$^) $(OUT) $(LIB) -lcmocka $(MAGIC) $(LIBS) $(OUTLIBS) -o $@
# With libFuzzer's main in `make fuzz`, else with that of replay.
FUZZMAIN = $(B)/t/fuzz/lib/replay.o
$(FUZZ): $(B)/fuzz/%: $(B)/t/fuzz/%.o $(B)/t/fuzz/lib/fuzz.o $(FUZZMAIN) \
    $(OUT) $(LIB)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) $(LDHARD) $(filter %.o,$^) $(OUT) $(LIB) $(MAGIC) $(LIBS) $(OUTLIBS) $(WRAP) -o $@
$(addprefix $(B)/fuzz/,header import path request): $(B)/t/fuzz/lib/web.o \
    $(CGIS:%=$(B)/fcgi/%.o)
$(addprefix $(B)/fuzz/,import request): \
    $(addprefix $(B)/t/fuzz/lib/,world.o frozen.o undo.o exchange.o)
$(B)/fuzz/import: $(B)/bin/import/docket.o $(B)/bin/import/archive.o
# What lib/frozen.c and lib/undo.c take the place of.
FROZEN	= clock_now uuid_generate_random crypto_pwhash_str_alg \
	  crypto_pwhash_str_verify magic_open magic_load magic_close \
	  sqlite3_prepare_v3
$(addprefix $(B)/fuzz/,import request): WRAP = $(FROZEN:%=-Wl,--wrap=%)
$(B)/t/statements_per_read: $(B)/fcgi/tasks.o
$(B)/t/openapi: $(CGIS:%=$(B)/fcgi/%.o)
$(B)/t/scgi: $(B)/bin/wait/scgi.o
$(B)/t/fatal_memory $(B)/t/fatal_files: $(B)/t/unit/lib/faults.o
$(addprefix $(B)/t/,cleanup delivery feed limits races respace): \
    $(B)/t/unit/lib/fixture.o
$(addprefix $(B)/t/,settings settings_paths settings_refused): \
    $(B)/t/unit/lib/settings.o
$(PRELOAD): $(B)/t/%.so: t/lib/%.c
	@mkdir -p $(@D)
	$(CC) -std=gnu11 -D_GNU_SOURCE -Ilib $(WARN) $(WERROR) -O2 -g -fPIC \
	    -shared $< -o $@
$(filter-out %.so,$(TOOLS)): $(B)/t/%: $(B)/t/lib/%.o $(OUT) $(LIB)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) $(LDHARD) $^ $(MAGIC) $(LIBS) $(OUTLIBS) -o $@
# Which program serves which path: of the route tables, for servers' files.
$(B)/routes: $(FASTCGI)
	$(FASTCGI) --routes > $@.new && mv $@.new $@

# The samples as they are for this PREFIX.
FILL	= LIBEXEC=$(PREFIX)/libexec/docket CONF=/etc/docket/docket.conf \
	  EMPTY=/var/empty TMP=/var/tmp LISTEN=80 LISTEN6=[::]:80 SOCKET=/run/docket-fcgi.sock \
	  BIND='env.RUNTIME_DIRECTORY + "/http.sock"' \
	  WWW=$(PREFIX)/share/docket/www
TO	= $(DESTDIR)$(PREFIX)
# systemd's units, each with what all of them give up.
UNITS_TO = $(PREFIX)/lib/systemd/system
UNITFILES = $(wildcard etc/systemd/*.service etc/systemd/*.timer)
install: all install-units
	install -d $(TO)/bin $(TO)/libexec/docket $(TO)/share/man/man5 \
	    $(TO)/share/man/man8 $(TO)/share/docket $(TO)/share/doc/docket
	install $(BIN) $(TO)/bin
	install $(CGI) $(FASTCGI) $(TO)/libexec/docket
	install -m 644 $(B)/routes $(TO)/libexec/docket
	install -m 644 man/*.5 $(TO)/share/man/man5
	install -m 644 man/*.8 $(TO)/share/man/man8
	install -m 644 etc/docket.conf etc/docket-fcgi.socket $(TO)/share/docket
	install -m 644 etc/fail2ban.conf etc/prometheus-alerts.yml \
	    $(TO)/share/docket
	install -m 644 README.md SECURITY LICENSE CHANGELOG doc/install.md \
	    doc/app.md doc/www.md doc/walk.md doc/speed.md doc/bench.md \
	    doc/bench.svg doc/openapi.json \
	    $(TO)/share/doc/docket
	if [ -d $(B)/www ]; then rm -rf $(TO)/share/docket/www; \
	    cp -R $(B)/www $(TO)/share/docket/www; \
	    chmod -R u=rwX,go=rX $(TO)/share/docket/www; fi
	set -e; for f in docket-lighttpd.service docket-fcgi.service \
	    docket-https.conf docket.cron; do \
	    sed 's|/usr/local|$(PREFIX)|g' etc/$$f >$(TO)/share/docket/$$f; done
	install -m 644 etc/nginx-proxy.conf etc/apache-proxy.conf \
	    etc/lighttpd-proxy.conf etc/Caddyfile $(TO)/share/docket
	set -e; for f in lighttpd apache nginx; do \
	    etc/fill etc/$$f.conf.in $(B)/routes $(FILL) \
	        >$(TO)/share/docket/$$f.conf; done

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
version:
	@test -n '$(NEW)' || { echo 'make version NEW=0.2.0' >&2; exit 2; }
	sed -i 's/"$(VERSION)"/"$(NEW)"/' lib/base/version.h
	{ printf 'docket (%s) unstable; urgency=medium\n\n' '$(NEW)'; \
	    printf '  * See CHANGELOG.\n\n'; \
	    sed -n '/^ -- /{s/>  .*/>/p;q}' debian/changelog | \
	    tr -d '\n'; date -u '+  %a, %d %b %Y %H:%M:%S +0000'; \
	    echo; cat debian/changelog; } >$(B)/changelog
	mv $(B)/changelog debian/changelog

# What git knows, and the web app built: it needs neither npm nor a network.  The
# same tree gives the same bytes.
DIST	= docket-$(VERSION)
dist: www
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

# From a copy of the tree, so that neither build is in the other's way.  Whoever
# builds it is its maintainer, by DEBFULLNAME and DEBEMAIL.
DEBTO	= $(B)/deb
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

# What install has put there; not the data, nor what is in /etc.
uninstall:
	cd $(TO)/bin && rm -f $(notdir $(BIN))
	cd $(TO)/share/man && rm -f $(addprefix man5/,$(notdir \
	    $(wildcard man/*.5))) $(addprefix man8/,$(notdir $(wildcard man/*.8)))
	rm -rf $(TO)/libexec/docket $(TO)/share/docket $(TO)/share/doc/docket
	cd $(DESTDIR)$(UNITS_TO) && rm -f $(notdir $(UNITFILES))
	rm -f $(TO)/lib/sysusers.d/docket.conf $(TO)/lib/tmpfiles.d/docket.conf

clean:
	rm -rf build

-include $(shell find $(B) -name '*.d' 2>/dev/null)

.PHONY: all help www run pictures check check-offline check-www tests coverage mutate check-peers fuzz fuzzers torture \
	lint bench bench-www install install-units deb dist version uninstall clean
