// Tells the service in which language to write mails: the setting `language`.  Who has
// chosen none gets that of the browser, unless it is English, which is the default.

import { isComplete, me, setting } from '../data/state.js';
import { setSetting } from '../mutations/settings.js';
import { language } from '../text/words.js';

function storeLanguage() {
	if (isComplete() && me() && !setting('language') && language() !== 'en')
		setSetting('language', language());
}

/** Stores it when the user goes to another screen. */
export const startMailLanguage = () => addEventListener('docket-leave', storeLanguage);
