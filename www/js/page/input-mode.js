// Knows whether a finger or keys are used: only keys need a ring around the focus.

/** What letters are typed into. */
export const TYPED = 'input:not([type=checkbox], [type=radio]), textarea';

/** Notes what is used, a finger or keys: a ring shows the focus to keys.  What a phone
 * types into a field are no keys. */
export function listenToInputMode() {
	const touch = (/** @type {boolean} */ on) =>
		document.documentElement.toggleAttribute('data-touch', on);

	touch(matchMedia('(pointer: coarse)').matches);
	addEventListener('pointerdown', e => touch(e.pointerType === 'touch'), true);
	addEventListener('keydown', e => (/^(Tab|Escape|Arrow.*)$/.test(e.key) ||
		!document.activeElement?.matches(TYPED)) && touch(false), true);
}
