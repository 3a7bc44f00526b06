# What python3-caldav does with a service: prints a line for each step.
#
#	caldav_client.py URL ADDRESS TOKEN
import datetime
import sys
import caldav

url, address, token = sys.argv[1:]
client = caldav.DAVClient(url, username=address, password=token)
principal = client.principal()
print("principal", principal.url.path)
print("lists", ", ".join(sorted(c.name for c in principal.calendars())))
c = principal.make_calendar(name="By Python",
    supported_calendar_component_set=["VTODO"])
print("made", c.get_properties([caldav.dav.DisplayName()])["{DAV:}displayname"])
c.set_properties([caldav.elements.ical.CalendarColor("#ff0000")])
print("colour", c.get_properties([caldav.elements.ical.CalendarColor()])
    ["{http://apple.com/ns/ical/}calendar-color"])

token = c.objects(load_objects=False).sync_token
t = c.save_todo(summary="Buy milk, and \u00e9clairs",
    due=datetime.date(2030, 1, 2), categories=["home", "a, b"])
c.save_todo(summary="Later", due=datetime.datetime(2030, 5, 6, 7, 8))
print("todos", "; ".join(sorted(
    x.vobject_instance.vtodo.summary.value for x in c.todos())))
print("found", [x.vobject_instance.vtodo.summary.value for x in c.date_search(
    datetime.datetime(2030, 1, 1), datetime.datetime(2030, 1, 4),
    compfilter="VTODO")])
print("changes", len(list(c.objects_by_sync_token(token))))
t.vobject_instance.vtodo.summary.value = "Buy bread"
t.save()
t.complete()
print("open", [x.vobject_instance.vtodo.summary.value for x in c.todos()])
t = c.todo_by_uid(t.id if t.id else t.vobject_instance.vtodo.uid.value)
print("status", t.vobject_instance.vtodo.status.value,
    t.vobject_instance.vtodo.summary.value)
r = c.save_todo(summary="Water", due=datetime.date(2030, 1, 7),
    rrule={"FREQ": "WEEKLY"})
r.complete()
print("repeats", [(x.vobject_instance.vtodo.summary.value,
    x.vobject_instance.vtodo.due.value.isoformat()) for x in c.todos()
    if x.vobject_instance.vtodo.summary.value == "Water"])
t.delete()
print("left", len(c.todos(include_completed=True)))
c.delete()
print("lists", ", ".join(sorted(c.name for c in principal.calendars())))
