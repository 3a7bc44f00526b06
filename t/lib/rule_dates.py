"""The same as rule_dates.c, by python3-dateutil.  An empty line gets an empty line."""
import datetime
import itertools
import sys

from dateutil.rrule import rrulestr

# It compares with UNTIL only dates that it found, and would look for the first one
# of a rule without any to this year.
datetime.MAXYEAR = 2090

for line in sys.stdin:
    if line == '\n':
        print()
        continue
    rule, first, count = line.rstrip('\n').split('\t')
    start = datetime.datetime.fromisoformat(first)
    dates = (d for d in rrulestr(rule, dtstart=start) if d > start)
    print(*(d.strftime('%Y-%m-%d')
            for d in itertools.islice(dates, int(count))))
