// The bundle of pickers: what reads the line that adds tasks, and what draws pickers.  It
// is loaded when somebody types or picks for the first time.

import { requestDraw } from '../data/state.js';

/** load: how it is loaded, set by main.js; parts: what it exports, null until then.
 * @type {{parts: any, load: () => Promise<any>}} */
export const pickerBundle = { parts: null, load: () => Promise.reject(new Error('no bundle')) };

/** Loads the bundle.
 * @returns {Promise<any>} what it exports, or null if that is not possible now */
export const loadPickers = () => pickerBundle.parts ? Promise.resolve(pickerBundle.parts) :
	pickerBundle.load().catch(() => null).then(parts => {
		pickerBundle.parts = parts;
		requestDraw();
		return parts;
	});
