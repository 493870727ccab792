/**
 * The selection of the page, kept in the hash of its URL so that it can be shared and navigated.
 * @module
 */

/** @typedef {{cache: string, search: string, sort: string, order: string, page: number, entry: string}} View */

/** The sorts, each with its default order. */
export const SORTS = { entered: 'asc', hits: 'desc', age: 'desc', accessed: 'desc', timeLeft: 'asc', size: 'desc' };

const listeners = [];

/** @type {View} */
let view = parse(location.hash);

/** @returns {View} */
function parse(hash) {
	const given = new URLSearchParams(hash.slice(1));
	const sort = Object.hasOwn(SORTS, given.get('sort') ?? '') ? given.get('sort') : 'entered';
	const order = ['asc', 'desc'].includes(given.get('order')) ? given.get('order') : SORTS[sort];
	const page = /^[1-9]\d{0,4}$/.test(given.get('page') ?? '') ? Math.min(Number(given.get('page')), 10_000) : 1;
	return { cache: given.get('cache') ?? '', search: given.get('search') ?? '', sort, order, page, entry: given.get('entry') ?? '' };
}

function write(shown) {
	const hash = new URLSearchParams();
	const usual = { cache: '', search: '', sort: 'entered', order: SORTS[shown.sort], page: 1, entry: '' };
	for (const [name, value] of Object.entries(shown)) {
		if (value !== usual[name]) {
			hash.set(name, String(value));
		}
	}
	return '#' + hash;
}

/** The current selection. */
export function current() {
	return view;
}

/** The address of another view. */
export function address(changes) {
	return write({ ...view, ...changes });
}

/** The address of a cache from its beginning. */
export function cacheAddress(cache) {
	return write({ cache, search: '', sort: 'entered', order: 'asc', page: 1, entry: '' });
}

/** Looks at something else, as a new step for the browser's back button. */
export function go(changes) {
	move(changes, 'pushState');
}

/** Changes the selection. */
export function amend(changes) {
	move(changes, 'replaceState');
}

function move(changes, how) {
	const next = address(changes);
	if (next !== write(view)) {
		history[how](null, '', next);
		heard();
	}
}

/** Has a function called with the view before when the view changes. */
export function onView(listener) {
	listeners.push(listener);
}

function heard() {
	const before = view;
	view = parse(location.hash);
	listeners.forEach((listener) => listener(before));
}

addEventListener('popstate', heard);
