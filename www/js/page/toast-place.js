// Keeps messages away from what the user needs.

import { TYPED } from './input-mode.js';

/** How near a message may come to what it must not cover, in pixels. */
const NEAR = 8;

/** Moves a message to the other end of the window where it lies over a button that the
 * page is for, or over the field in use. */
function placeToast() {
	const box = document.querySelector('.toasts'), said = box?.firstElementChild;
	const isOver = () => {
		const r = /** @type {Element} */ (said).getBoundingClientRect();
		return [...document.querySelectorAll(`.btn.main, :is(${TYPED}, select):focus`)].some(el => {
			const b = el.getBoundingClientRect();
			return b.width && b.left < r.right + NEAR && b.right > r.left - NEAR &&
				b.top < r.bottom + NEAR && b.bottom > r.top - NEAR;
		});
	};

	if (!box || !said)
		return box?.classList.remove('high');
	for (let i = 0; i < 2 && isOver(); i++)
		box.classList.toggle('high');
}

/** Does so whenever something else is drawn, used or in sight.
 * @param {HTMLElement} root */
export function placeToasts(root) {
	new MutationObserver(placeToast).observe(root, { childList: true, subtree: true });
	root.addEventListener('focusin', placeToast);
	root.addEventListener('scroll', placeToast, true);
	addEventListener('resize', placeToast);
}
