# Tests, static checks, coverage, mutation, fuzzing and long runs.  Every test
# prints TAP: units in C (t/unit), fuzz targets on their corpus (t/fuzz), the
# real programs in Perl (t/http, t/bin, t/fault, t/style), npm's packages
# (t/npm), and the web app (t/www).

UNITS	= $(patsubst t/unit/%.c,$(B)/t/%,$(wildcard t/unit/*.c))
FUZZ	= $(patsubst t/fuzz/%.c,$(B)/fuzz/%,$(wildcard t/fuzz/*.c))
PERLS	= $(wildcard t/http/*.t t/bin/*.t t/fault/*.t t/style/*.t)
NPMS	= $(filter-out $(addprefix t/npm/,validate.mjs s3.mjs provider.mjs), \
	  $(wildcard t/npm/*.mjs))
WWWS	= $(wildcard t/www/unit/*.test.mjs) t/www/e2e/first.mjs t/www/e2e/keys.mjs
TESTS	= $(UNITS) $(FUZZ) $(PERLS) $(NPMS) $(WWWS)

# Programs that tests run, and libraries that they preload into others.
PRELOAD	= $(addprefix $(B)/t/,$(addsuffix .so,probe fail hold fast ran slow))
TOOLS	= $(filter-out $(PRELOAD:%.so=%),$(patsubst t/lib/%.c,$(B)/t/%, \
	  $(wildcard t/lib/*.c))) $(PRELOAD)

# One more than processors: tests wait for clocks and servers as well.
JOBS	= $(shell echo $$(($$(nproc) + 2)))
TESTENV	= DOCKET_BUILD=$(CURDIR)/$(B) DOCKET_ORACLE=$(CURDIR)/$(B)/t/oracle \
	  DOCKET_JSONORACLE=$(CURDIR)/$(B)/t/jsonoracle
# -f -o: a test's own words about a failure are printed, wherever it writes them.
PROVE	= $(TESTENV) prove -f -o -It/lib -e t/lib/run --timer

#: check                every test
#:   TESTS="..."        these only, as t/http/sync.t or build/t/rank
#:   SAN=address,undefined, JOBS=n
#:   ENGINE=postgresql    the same answers from a throwaway cluster
#:   ISOLATION=serializable   which has stricter transactions
#:   CHANGES=n             that many in t/http/sync.t
check: tests
	@$(if $(ISOLATION),DOCKET_ISOLATION=$(ISOLATION)) \
	    $(if $(or $(CHANGES),$(ENGINE)),DOCKET_CHANGES=$(or $(CHANGES),300)) \
	    $(if $(ENGINE),t/lib/cluster $(B)/cluster env) $(PROVE) -j$(JOBS) \
	    $(if $(ENGINE),$(if $(filter command,$(origin TESTS)),$(TESTS),$(ENGINETESTS)),$(TESTS))

# Every test of the service and of its programs is for both engines but these:
#   layouts, lighttpd, servers, serving, slow, sso, www, serve, dist, package,
#   bench, instructions	what is beside the database: web servers, the build
#   routes	reads the feed's table by SQLite's statement; access asks more
#   boundary, cors, hostile-imports, input, origin, tokens
#		what is refused before the database is asked
#   memory	measures SQLite's memory (postgresql-memory: the other)
#   imports	readers of files; import asks the rest of an import
#   check, commands, migrate, setup, unusable, upgrade, restore, backup,
#   older-backup, mail-server, mail-answers
#		docket.db as a file: its owner, copies, damage, and versions
#   files, s3, store, move, frontends, round_trips, postgresql*
#		choose their engines themselves
# Those of t/fault are about its files, but for what is killed.
SQLITETESTS = $(wildcard $(addprefix t/http/,$(addsuffix .t,boundary cors \
	  hostile-imports input layouts lighttpd memory origin routes servers \
	  serving slow sso tokens www)) \
	  $(addprefix t/bin/,$(addsuffix .t,backup bench check commands dist \
	  files frontends imports instructions mail-answers mail-server migrate move \
	  older-backup package postgresql* restore round_trips s3 serve setup \
	  store unusable upgrade wait)))
ENGINETESTS = $(filter-out $(SQLITETESTS),$(wildcard t/http/*.t t/bin/*.t)) \
	  $(addprefix t/fault/,$(addsuffix .t,kill leases random wait))

#: tests                build what tests need
tests: all next $(UNITS) $(FUZZ) $(TOOLS) $(BENCHES) t/npm/node_modules

# Upgrades are tested with programs of a made-up next version, which has one
# migration more.
NEXT	= $(B)/next
NEXTMIGRATE = $(MIGRATE) $(wildcard t/upgrade/next/*.sql)
#: next                 those programs, in build/next
next: programs $(NEXT)/libdocket.a $(NEXT)/pg_migrations.c
	@mkdir -p $(NEXT)/bin $(NEXT)/cgi-bin
	@+$(MAKE) --no-print-directory P=$(NEXT) LIB=$(NEXT)/libdocket.a \
	    PGMIGRATIONS=$(NEXT)/pg_migrations.c programs
	@ln -sfn ../t $(NEXT)/t
$(NEXT)/migrations.c $(NEXT)/pg_migrations.c: sql/compile sql/Postgresql.pm \
    $(NEXTMIGRATE)
	@mkdir -p $(@D)
	$(call say,SQL,$@)sql/compile $(if $(findstring pg_,$@),postgresql-)migrations \
	    $(NEXTMIGRATE) > $@.new && mv $@.new $@
$(NEXT)/migrations.o: $(NEXT)/migrations.c $(B)/flags
	$(call say,CC,$<)$(CC) $(ALL) -c $< -o $@
$(NEXT)/libdocket.a: $(B)/libdocket.a $(NEXT)/migrations.o
	$(call say,AR,$@)cp $< $@ && ar rD $@ $(NEXT)/migrations.o

# What finds most faults soonest: rules, every route, the app's modules.
# Left out are those that take half of the time, for what seldom breaks.
QUICK	= $(filter-out %/fatal_memory %/snapshot %/make.t $(addprefix \
	  t/www/unit/,$(addsuffix .test.mjs,model quickadd-corpus rule types)), \
	  $(UNITS) $(wildcard t/style/*.t) t/http/routes.t \
	  $(wildcard t/www/unit/*.test.mjs))
#: quick                the tests to run while you work: half a minute
quick: all $(UNITS) $(TOOLS) t/npm/node_modules
	@$(PROVE) -j$(JOBS) $(QUICK)

# As in the build of a package.
OFFLINE	= $(filter-out t/http/servers.t t/http/layouts.t,$(wildcard t/http/*.t \
	  t/bin/*.t t/style/*.t))
#: check-offline        tests that need no npm, browser or network
check-offline: all $(UNITS) $(FUZZ) $(TOOLS) $(BENCHES)
	@echo 'Left out: t/npm, t/www, t/fault; t/http/servers.t and layouts.t,'
	@echo 'which need other web servers; the check of answers against'
	@echo 'the OpenAPI document.  make check runs them.'
	DOCKET_OFFLINE=1 $(PROVE) $(UNITS) $(FUZZ) $(OFFLINE)

#: check-www            every test of the web app, in browsers
check-www: tests t/www/lighthouse/node_modules
	$(PROVE) t/http/www.t $(wildcard t/www/unit/*.test.mjs t/www/e2e/*.mjs)

#: check-install        every command of doc/install.md, on a bare Debian; as root;
#:                      then a family in browsers gets in with one link
#:   SUITE=trixie MIRROR=...
check-install: all t/npm/node_modules
	SUITE=$(SUITE) MIRROR=$(MIRROR) $(PROVE) t/install/pages.t \
	    t/install/family.t

#: check-image          the image of `make image`, in podman; as root
check-image:
	$(PROVE) t/install/image.t

#: pictures             take the pictures of the README again
pictures: all t/npm/node_modules
	$(TESTENV) node t/www/pictures.mjs

#: prepared             record which statements each route prepares
prepared: all $(TOOLS)
	$(TESTENV) PREPARED=keep perl -It/lib t/fault/prepared.t
	@+$(MAKE) --no-print-directory all

#: look                 keep how screens look now, for check-www to compare
look: all t/npm/node_modules
	LOOK=keep $(TESTENV) node t/www/e2e/look.mjs

#: coverage             do tests take enough branches of lib and bin?
coverage:
	$(MAKE) B=build/cov HARDEN= LDHARD='--coverage t/unit/lib/counted.c' \
	    CFLAGS='-O0 -g --coverage' tests
	B=build/cov t/coverage $(TESTS:$(B)/%=build/cov/%)

# Both compilers and the checkers; every warning is an error.  Of leaks and NULL,
# gcc's analyzer warns where another file makes sure of what it doubts; clang-tidy
# analyzes them too.
ANALYZE	= -fanalyzer -Wno-analyzer-malloc-leak -Wno-analyzer-null-dereference \
	  -Wno-analyzer-null-argument
LINTC	= $(ALL) -I$(PGINC) -DDOCKET_VERSION='""'
PROGRAMS = $(SRC) $(OUTSRC) $(wildcard api/*.c cgi-bin/*.c cgi-bin/*/*.c bin/*.c bin/*/*.c)
ALLC	= $(PROGRAMS) $(PGSRC) $(wildcard t/unit/*.c t/unit/lib/*.c t/lib/*.c t/fuzz/*.c \
	  t/fuzz/lib/*.c bench/*.c bench/null/*.c)
PERL	= sql/compile api/compile api/app etc/fill etc/schedule bench/run bench/dav bench/fill bench/remind bench/locked bench/share \
	  bench/instructions \
	  bench/peers/same bench/peers/radicale t/torture t/mutate t/checks t/coverage \
	  $(wildcard t/lib/*.pm bench/lib/*.pm t/install/*.pm t/install/*.t) \
	  $(PERLS)
#: lint                 static checks
lint: $(QUERYH) $(B)/gen/groups.h $(B)/gen/schedule.h $(DOC)
	@set -e; for f in $(ALLC); do echo LINT $$f; \
	    $(CC) $(LINTC) -Werror $(ANALYZE) -c -o /dev/null $$f; \
	    clang $(LINTC) -Werror -Wno-unknown-warning-option \
	        -fsyntax-only $$f; done
	cppcheck -q --error-exitcode=1 --std=c11 --inline-suppr \
	    --enable=warning,portability -I. -Ilib -I$(B)/gen \
	    '-DcJSON_ArrayForEach(e,a)=while ((e = next(a)) != NULL)' \
	    $(PROGRAMS)
	clang-tidy -quiet $(PROGRAMS) -- -std=gnu11 -D_GNU_SOURCE \
	    -DDOCKET_VERSION='""' -I. -Ilib -I$(B)/gen 2>/dev/null
	shellcheck bin/setup t/lib/run t/fuzz/run .ci/run etc/container/build \
	    etc/container/entry
	set -e; for f in $(PERL); do perl -It/lib -Ibench/lib -c $$f 2>&1 | \
	    grep -v 'syntax OK' && exit 1 || :; done
	cd man && mandoc -Tlint -W warning *.[0-9]

#: torture MINUTES=n    long runs (120); writes doc/torture.md
torture: tests
	$(TESTENV) t/torture $(MINUTES)

#: mutate               do tests notice wrong branches?
#:   MUTANTS=200 SEED=1
mutate: all $(UNITS) t/npm/node_modules
	t/mutate $(or $(MUTANTS),200) $(or $(SEED),1)

# What it finds on the way stays in build/libfuzzer.
FUZZB	= build/libfuzzer$(if $(PLAIN),-plain)
FUZZFLAGS = -g -DJSON_PIECE_MAX=8192 -fno-sanitize-recover=all $(if $(PLAIN), \
	  -O2 -fsanitize=fuzzer-no-link$(,)undefined \
	  -fno-sanitize-coverage=trace-cmp, \
	  -O1 -fno-omit-frame-pointer -D__SANITIZE_ADDRESS__ \
	  -fsanitize=fuzzer-no-link$(,)address$(,)undefined)
#: fuzz                 every fuzz target in turn
#:   SECONDS=60 TARGETS="..." RUNS=n (executions of each)
#:   PLAIN=1 (without AddressSanitizer: several times as fast)
fuzz:
	+$(MAKE) B=$(FUZZB) CC=clang HARDEN= FUZZMAIN= CFLAGS='$(FUZZFLAGS)' \
	    LDHARD=-fsanitize=fuzzer fuzzers
	RUNS=$(RUNS) t/fuzz/run $(FUZZB) $(or $(SECONDS),60) $(TARGETS)
#: fuzzers              build the fuzz targets
fuzzers: $(FUZZ) $(PASSKEYS)

t/npm/node_modules t/www/lighthouse/node_modules: %/node_modules: \
    %/package-lock.json
	cd $* && npm ci --no-audit --no-fund --loglevel=error
	touch $@

$(UNITS): $(B)/t/%: $(B)/t/unit/%.o $(OUT) $(LIB)
	@mkdir -p $(@D)
	$(LINK) $(filter %.o,$^) $(OUT) $(LIB) -lcmocka $(MAGIC) $(EXPAT) \
	    $(LIBS) $(OUTLIBS) -o $@
$(B)/t/statements_per_read: $(B)/group/tasks.o
$(B)/t/scgi: $(B)/bin/wait/scgi.o
$(B)/t/waiters: $(B)/bin/wait/waiters.o
$(B)/t/rundir: $(B)/bin/serve/rundir.o
$(B)/t/fatal_memory $(B)/t/fatal_files: $(B)/t/unit/lib/faults.o
$(B)/t/fatal_memory $(B)/t/fatal_files $(B)/t/log: $(B)/t/unit/lib/child.o
$(addprefix $(B)/t/,cleanup delivery feed limits races respace change_signal): \
    $(B)/t/unit/lib/fixture.o
$(addprefix $(B)/t/,settings settings_paths settings_refused): \
    $(B)/t/unit/lib/settings.o

# Its own main runs the corpus; `make fuzz` links libFuzzer's.
FUZZMAIN = $(B)/t/fuzz/lib/replay.o
$(FUZZ): $(B)/fuzz/%: $(B)/t/fuzz/%.o $(B)/t/fuzz/lib/fuzz.o $(FUZZMAIN) \
    $(OUT) $(LIB)
	@mkdir -p $(@D)
	$(LINK) $(filter %.o,$^) $(OUT) $(LIB) $(MAGIC) $(EXPAT) $(LIBS) \
	    $(OUTLIBS) $(WRAP) -o $@
$(addprefix $(B)/fuzz/,dav_path header import path request): $(B)/t/fuzz/lib/web.o \
    $(GROUPS:%=$(B)/group/%.o)
$(addprefix $(B)/fuzz/,import request): \
    $(addprefix $(B)/t/fuzz/lib/,world.o frozen.o undo.o exchange.o)
# What t/fuzz/lib/frozen.c and undo.c replace.
FROZEN	= clock_now uuid_generate_random crypto_pwhash_str_alg \
	  crypto_pwhash_str_verify magic_open magic_load magic_close \
	  sqlite3_prepare_v3
$(addprefix $(B)/fuzz/,import request): WRAP = $(FROZEN:%=-Wl,--wrap=%)

$(PRELOAD): $(B)/t/%.so: t/lib/%.c
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(CC) -std=gnu11 -D_GNU_SOURCE -Ilib $(WARN) $(WERROR) -O2 -g -fPIC \
	    -shared $< -o $@
$(B)/t/ical_dates: OUTLIBS += -lical
$(filter-out %.so,$(TOOLS)): $(B)/t/%: $(B)/t/lib/%.o $(OUT) $(LIB)
	@mkdir -p $(@D)
	$(LINK) $^ $(MAGIC) $(LIBS) $(OUTLIBS) -o $@

.PHONY: check check-image check-install check-offline check-www coverage fuzz \
	fuzzers lint look mutate next pictures prepared quick tests torture
