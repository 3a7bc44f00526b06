// The bundle of what this device can do for the user: passkeys in the sign-in page, and
// notifications.  The page loads it at the start for those who use one of them.

import { listenToPasskeys } from './dialogs/passkey-sign-in.js';
import { listenToWorker, resumeSubscription } from './dialogs/push.js';

listenToPasskeys();
listenToWorker();
resumeSubscription();
