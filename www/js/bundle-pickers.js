// The bundle of pickers: what reads the line that adds tasks, and the pickers of dates,
// repetitions, lists, tags and people.

import * as dates from './dialogs/pick-date.js';
import * as records from './dialogs/pick-record.js';
import * as repeats from './dialogs/pick-repeat.js';
import { listenToPickers } from './dialogs/picker.js';

export { placePicker } from './dialogs/picker.js';
export { readings } from './dialogs/readings.js';
export { loadLanguage, parse } from './quickadd/parse.js';

export const dialogs = { ...dates.dialogs, ...records.dialogs, ...repeats.dialogs };

listenToPickers(/** @type {HTMLElement} */ (document.getElementById('app')));
