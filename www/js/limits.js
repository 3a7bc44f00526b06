// How long texts may be, in characters.  A test compares them with the service's
// document.

export const TITLE = 500, LIST_TITLE = 200, NOTES = 10000, TAG_NAME = 32,
	DISPLAY_NAME = 100, EMAIL = 254;
