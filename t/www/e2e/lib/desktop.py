"""A desktop that shows notifications: org.freedesktop.Notifications on the bus of
DBUS_SESSION_BUS_ADDRESS.  Says on its output, a line of JSON each, what is shown;
a line "ID ACTION" on its input is a click."""
import json
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = 'org.freedesktop.Notifications'


class Desktop(dbus.service.Object):
    last = 0

    @dbus.service.method(NAME, in_signature='susssasa{sv}i', out_signature='u')
    def Notify(self, app, replaces, icon, title, body, actions, hints, expire):
        self.last = replaces or self.last + 1
        say({'id': int(self.last), 'title': str(title), 'body': str(body),
             'actions': dict(zip(map(str, actions[1::2]), map(str, actions[::2])))})
        return self.last

    @dbus.service.method(NAME, out_signature='as')
    def GetCapabilities(self):
        return ['actions', 'body', 'persistence']

    @dbus.service.method(NAME, out_signature='ssss')
    def GetServerInformation(self):
        return ('desktop', 'Docket', '1', '1.2')

    @dbus.service.method(NAME, in_signature='u')
    def CloseNotification(self, which):
        self.NotificationClosed(which, 3)

    @dbus.service.signal(NAME, signature='uu')
    def NotificationClosed(self, which, why):
        pass

    @dbus.service.signal(NAME, signature='us')
    def ActionInvoked(self, which, key):
        pass


def say(what):
    print(json.dumps(what), flush=True)


def clicked(source, condition):
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    which, key = line.split()
    desktop.ActionInvoked(int(which), key)
    return True


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
desktop = Desktop(dbus.service.BusName(NAME, dbus.SessionBus()),
                  '/org/freedesktop/Notifications')
loop = GLib.MainLoop()
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, clicked)
say('ready')
loop.run()
