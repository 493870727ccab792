/**
 * Menus.
 * @module
 */

/**
 * Makes an element with a summary a menu: it closes with Escape, after a choice, and when the focus or a click goes elsewhere.
 * @param {HTMLDetailsElement} menu
 */
export function asMenu(menu) {
	const close = (refocus) => {
		if (menu.open) {
			menu.open = false;
			if (refocus) {
				menu.querySelector('summary').focus();
			}
		}
	};
	menu.addEventListener('keydown', (event) => event.key === 'Escape' && close(true));
	menu.addEventListener('focusout', (event) => event.relatedTarget !== null && !menu.contains(event.relatedTarget) && close(false));
	// First, so that a dialog opens after it, and returns the focus to the summary.
	menu.addEventListener('click', (event) => event.target.closest('button') && close(true), true);
	document.addEventListener('click', (event) => !menu.contains(event.target) && close(false));
}
