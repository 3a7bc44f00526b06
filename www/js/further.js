// The further script: fetched once the first draw is done, before it is needed.

import { addWords } from './language.js';

export { Sending } from './sending.js';
export { device } from './device.js';
export { errors } from './errors.js';
export { parts, work } from './work.js';
export { draft, endLate } from './leave.js';
export { worker } from './worker.js';
export { learn, read } from './quickadd.js';
export * as online from './online.js';
export * as actions from './act/all.js';

/** @type {any[]} the bundle has the words here that the first script has not */
const words = ["DOCKET_MORE_WORDS"];
addWords(words[1]);
