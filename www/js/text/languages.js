// The languages of the web app.  Each has words/CODE.json and quickadd/CODE.js.

export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt'];
