export * from './kit.js';
import { html, render } from './kit.js';
render(html`<p>Docket</p>`, document.getElementById('app'));
addEventListener('later', () => import('./later.js'));
