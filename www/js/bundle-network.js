// The network bundle: what sends and fetches, what reads the line that adds tasks,
// and the mutations that only dialogs use.  The page loads it after the first draw.

import './mutations/files.js';
import './mutations/lists.js';
import './mutations/review.js';
import './mutations/steps.js';
import './page/errors.js';
import { addWords } from './text/language.js';

export { Sending } from './outbox/sending.js';
export { registerServiceWorker } from './service-worker.js';
export { deviceName } from './sync/device-name.js';
export { signIn } from './sync/online.js';
export { endSessionLater } from './sync/sign-out.js';
export { createParts, work } from './sync/work.js';

/** @type {any[]} www/bundle writes the words here that main.js has not */
const words = ["DOCKET_MORE_WORDS"];
addWords(words[1]);
