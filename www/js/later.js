import { html } from './kit.js';
export const page = () => html`<p>later</p>`;
