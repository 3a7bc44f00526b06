// Written by `make app-api`, from the OpenAPI document: do not edit.
// How long texts may be, in characters.
export const TITLE = 500;
export const LIST_TITLE = 200;
export const NOTES = 10000;
export const TAG_NAME = 32;
export const DISPLAY_NAME = 100;
export const EMAIL = 254;
