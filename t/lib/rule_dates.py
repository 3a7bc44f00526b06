"""The same as rule_dates.c, by python3-dateutil."""
import itertools
import sys
from datetime import datetime

from dateutil.rrule import rrulestr

for line in sys.stdin:
    if line == '\n':
        print()
        continue
    rule, first, count = line.rstrip('\n').split('\t')
    start = datetime.fromisoformat(first)
    dates = (d for d in rrulestr(rule, dtstart=start) if d > start)
    print(*(d.strftime('%Y-%m-%d')
            for d in itertools.islice(dates, int(count))))
