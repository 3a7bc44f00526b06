# Measurements.  doc/bench.md has their results.

BENCHES	= $(addprefix $(B)/bench/,null-cgi null-fcgi inprocess)

#: bench                measure; bench/run explains the variables
#:   SECONDS ROUNDS USERS TASKS PEERS ONLY REPORT
bench: all $(BENCHES) $(B)/t/peak $(B)/t/slow.so \
    $(if $(filter 0,$(PEERS)),,bench/peers/node_modules)
	DOCKET_BUILD=$(CURDIR)/$(B) bench/run SECONDS=$(SECONDS) \
	    ROUNDS=$(ROUNDS) USERS=$(USERS) TASKS=$(TASKS) PEERS=$(PEERS) \
	    ONLY='$(ONLY)' REPORT=$(REPORT)

#: bench-instructions   count those of the main requests again, for the table
bench-instructions: all
	DOCKET_BUILD=$(CURDIR)/$(B) bench/instructions >bench/instructions.new
	mv bench/instructions.new bench/instructions.txt
	cat bench/instructions.txt

#: bench-locked         how long changes by CGI hold the write lock
bench-locked: all $(B)/t/hold.so
	DOCKET_BUILD=$(CURDIR)/$(B) bench/locked

#: bench-huge           what grows with the database, up to ten million tasks, and
#:   SECONDS ROUNDS     the nightly programs: 20 minutes, 12 GB of TMPDIR
bench-huge: all
	DOCKET_BUILD=$(CURDIR)/$(B) bench/huge SECONDS=$(SECONDS) \
	    ROUNDS=$(ROUNDS) USERS=$(USERS) TASKS=$(TASKS)

#: bench-share          what one user can take from others, on both engines
bench-share: all
	DOCKET_BUILD=$(CURDIR)/$(B) bench/share
	DOCKET_BUILD=$(CURDIR)/$(B) t/lib/cluster $(B)/cluster bench/share

#: bench-import         imports: each form, and what others notice, on both engines
bench-import: all $(B)/t/peak
	DOCKET_BUILD=$(CURDIR)/$(B) bench/import
	DOCKET_BUILD=$(CURDIR)/$(B) t/lib/cluster $(B)/cluster bench/import

#: bench-dav            requests of CalDAV beside Radicale's and the API's
#:   SECONDS TASKS
bench-dav: all
	DOCKET_BUILD=$(CURDIR)/$(B) bench/dav SECONDS=$(SECONDS) TASKS=$(TASKS)

#: bench-www ROUNDS=5   the web app: sizes, and times with 10,000 tasks
bench-www: all t/npm/node_modules
	DOCKET_BUILD=$(CURDIR)/$(B) node bench/www/run.mjs $(ROUNDS)

#: check-peers          do the other services do the work they are measured at?
check-peers: all bench/peers/node_modules
	DOCKET_BUILD=$(CURDIR)/$(B) prove bench/peers/same bench/peers/radicale

$(B)/bench/ec: $(B)/bench/ec.o
	$(LINK) $< -lcrypto -o $@
# The yardsticks: flags and libraries of their own, which never change.
NULLFLAGS = -std=gnu11 -O2 -fPIE -pie -Wl,-z,relro,-z,now -Wl,--as-needed
$(B)/bench/null-cgi: bench/null/cgi.c
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(CC) $(NULLFLAGS) $< -Wl,-Bstatic -lsqlite3 -lsodium -lutf8proc \
	    -luuid -lz -Wl,-Bdynamic -lcjson -lm -o $@
$(B)/bench/null-fcgi: bench/null/fcgi.c
	@mkdir -p $(@D)
	$(call say,LINK,$@)$(CC) $(NULLFLAGS) $< -Wl,-Bstatic -lfcgi -Wl,-Bdynamic -o $@
$(B)/bench/%: $(B)/bench/%.o $(LIB)
	$(LINK) $(filter %.o,$^) $(LIB) $(FCGI) $(LIBS) -o $@

# npm runs no scripts, except for the one build that is needed, by its own
# node-gyp and with the headers that came with node.
bench/peers/node_modules: bench/peers/package-lock.json
	cd bench/peers && npm ci --ignore-scripts --no-audit --no-fund \
	    --loglevel=error
	cd $@/better-sqlite3 && npm run build-release -- --loglevel=warn \
	    --nodedir=$$(node -p 'path.resolve(process.execPath, "../..")') || \
	    { rm -rf $(CURDIR)/$@; exit 1; }
	touch $@

.PHONY: bench bench-dav bench-huge bench-import bench-instructions bench-locked bench-share bench-www check-peers
