# What Evolution does with a service, by the library and the programs that it does it
# with (evolution-data-server).  Reads a command a line from standard input, and answers
# each with a line.
#
#	dbus-run-session -- evolution_client.py PORT TOKEN
#
#	open LIST-PATH ADDRESS	a task list of CalDAV: its tasks
#	subscribe PATH		a calendar by its address: its events
#	refresh			asks the service for what is new: the tasks
#	create TITLE [RRULE]	due on 4 May 2037
#	rename TITLE NEW
#	complete TITLE		as a click on its box does
#	delete TITLE
import os
import sys

import gi
gi.require_version('ECal', '2.0')
gi.require_version('EDataServer', '1.2')
from gi.repository import ECal, EDataServer, GLib, ICalGLib

NO_WAIT = 2**32 - 1     # of guint32: connect first, sign in later
port, token = sys.argv[1:]
sources = os.environ['XDG_CONFIG_HOME'] + '/evolution/sources'
os.makedirs(sources, exist_ok=True)


def describe(uid, path, kind, backend, address=None):
    """Describes a calendar to the programs, as a file."""
    with open(f'{sources}/{uid}.source', 'w', encoding='utf-8') as f:
        f.write(f"""[Data Source]
DisplayName={uid}
Parent={backend}-stub

[Authentication]
Host=127.0.0.1
Port={port}
{"Method=plain/password" if address else "Method=none"}
User={address or ''}
RememberPassword=true

[{kind}]
BackendName={backend}

[WebDAV Backend]
ResourcePath={path}
""")


def waits(condition):
    """Runs what D-Bus brings until that holds, at most twenty seconds."""
    for _ in range(2000):
        if condition():
            return
        GLib.MainContext.default().iteration(False)
        GLib.usleep(10000)
    raise LookupError('nothing happens')


def connected(registry, uid, kind):
    """A client of it, signed in."""
    waits(lambda: registry.ref_source(uid))
    found = registry.ref_source(uid)
    client = ECal.Client.connect_sync(found, kind, NO_WAIT, None)
    password = EDataServer.NamedParameters.new()
    password.set('password', token)
    password.set('username', found.get_extension('Authentication').get_user())
    found.invoke_authenticate_sync(password, None)
    waits(lambda: found.get_connection_status() ==
          EDataServer.SourceConnectionStatus.CONNECTED)
    return client


class Commands:
    """Of the calendar that is open."""

    client = None

    def begin(self, uid, kind, *described):
        describe(uid, *described)
        registry = EDataServer.SourceRegistry.new_sync(None)
        self.client = connected(registry, uid, kind)
        return self.refresh()

    def open(self, path, address):
        return self.begin('tasks', ECal.ClientSourceType.TASKS, path,
                          'Task List', 'caldav', address)

    def subscribe(self, path):
        return self.begin('events', ECal.ClientSourceType.EVENTS, path,
                          'Calendar', 'webcal')

    def refresh(self):
        self.client.refresh_sync(None)  # returns before it has them
        GLib.usleep(500000)
        return '; '.join(sorted(self.said(c) for c in self.components()))

    def components(self):
        return self.client.get_object_list_sync('#t', None)[1]

    def said(self, c):
        """Title, day, and whether it is done."""
        due = c.get_due()
        day = (c.get_dtstart() if due.is_null_time() else due
               ).as_ical_string()[:8]
        done = c.get_first_property(ICalGLib.PropertyKind.COMPLETED_PROPERTY)
        return f'{c.get_summary()} {day}{" done" if done else ""}'

    def named(self, title):
        return [c for c in self.components() if c.get_summary() == title][0]

    def changed(self, c):
        self.client.modify_object_sync(c, ECal.ObjModType.ALL,
                                       ECal.OperationFlags.NONE, None)
        return 'changed'

    def create(self, title, rule=None):
        c = ICalGLib.Component.new_from_string('\r\n'.join(filter(None, (
            'BEGIN:VTODO', 'DUE;VALUE=DATE:20370504', f'SUMMARY:{title}',
            rule and 'DTSTART;VALUE=DATE:20370504', rule and f'RRULE:{rule}',
            'END:VTODO', ''))))
        self.client.create_object_sync(c, ECal.OperationFlags.NONE, None)
        return 'created'

    def rename(self, title, new):
        c = self.named(title)
        c.set_summary(new)
        return self.changed(c)

    def complete(self, title):
        c = self.named(title)
        ECal.util_mark_task_complete_sync(c, -1, self.client, None)
        return self.changed(c)

    def delete(self, title):
        self.client.remove_object_sync(self.named(title).get_uid(), None,
            ECal.ObjModType.ALL, ECal.OperationFlags.NONE, None)
        return 'deleted'


commands = Commands()
for line in sys.stdin:
    name, *args = line.rstrip('\n').split('\t')
    try:
        print(getattr(commands, name)(*args), flush=True)
    except (GLib.Error, LookupError) as e:
        print(f'error: {e}', flush=True)
