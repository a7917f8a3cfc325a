"""A notification server on the session bus: runs a command and prints, as JSON, the one call that it makes.

usage: dbus-run-session -- notification_server.py COMMAND...
"""
import json
import subprocess
import sys

import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"
call = {}


class Server(dbus.service.Object):
    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app_name, replaces_id, icon, summary, body, actions, hints, expire_timeout):
        call.update(
            app_name=app_name, replaces_id=int(replaces_id), summary=summary, body=body, actions=list(actions),
            hints={key: str(int(value) if isinstance(value, dbus.Byte) else value) for key, value in hints.items()},
            expire_timeout=int(expire_timeout))
        return dbus.UInt32(replaces_id or 7)

    @dbus.service.method(NAME, out_signature="as")
    def GetCapabilities(self):
        return ["actions", "body", "body-markup", "sound"]

    @dbus.service.method(NAME, out_signature="ssss")
    def GetServerInformation(self):
        return ("test", "test", "1", "1.2")


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
name = dbus.service.BusName(NAME, dbus.SessionBus())
server = Server(name, "/org/freedesktop/Notifications")
loop = GLib.MainLoop()
command = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE)


def ended(pid, status):
    call.update(printed=command.stdout.read().decode())
    loop.quit()


GLib.child_watch_add(GLib.PRIORITY_DEFAULT, command.pid, ended)
loop.run()
print(json.dumps(call))
