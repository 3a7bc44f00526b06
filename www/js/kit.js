export { html, render, nothing } from '../node_modules/lit-html/lit-html.js';
