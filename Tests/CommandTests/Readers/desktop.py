"""Speaks to the mock of a notification server on the session bus.

usage: desktop.py ready | invoke ID KEY | dismiss ID
"""
import sys

import dbus

NAME = "org.freedesktop.Notifications"
bus = dbus.SessionBus()

if sys.argv[1] == "ready":
    sys.exit(0 if bus.name_has_owner(NAME) else 1)
mock = dbus.Interface(bus.get_object(NAME, "/org/freedesktop/Notifications"), "org.freedesktop.DBus.Mock")
number = dbus.UInt32(int(sys.argv[2]))
if sys.argv[1] == "invoke":
    mock.EmitSignal(NAME, "ActionInvoked", "us", [number, sys.argv[3]])
else:
    # 2: by its reader.
    mock.EmitSignal(NAME, "NotificationClosed", "uu", [number, dbus.UInt32(2)])
