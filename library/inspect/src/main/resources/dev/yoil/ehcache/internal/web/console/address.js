/**
 * The selection of the page, kept in the hash of its URL so that it can be shared and navigated.
 * @module
 */

/**
 * filter, by and byOrder arrange the caches; search, sort, order and page the entries.
 * @typedef {{cache: string, search: string, sort: string, order: string, page: number, entry: string, filter: string, by: string, byOrder: string}} View
 */

/** The sorts, each with its default order. */
export const SORTS = { entered: 'asc', hits: 'desc', age: 'desc', accessed: 'desc', timeLeft: 'asc', size: 'desc' };

/** The sorts of caches, each with its default order. Without one the worst are first. */
export const CACHE_SORTS = { name: 'asc', lookups: 'desc', ratio: 'asc', p95: 'desc', failed: 'desc', size: 'desc' };

const listeners = [];

/** @type {View} */
let view = parse(location.hash);

/** @returns {View} */
function parse(hash) {
	const given = new URLSearchParams(hash.slice(1));
	const sort = Object.hasOwn(SORTS, given.get('sort') ?? '') ? given.get('sort') : 'entered';
	const order = ['asc', 'desc'].includes(given.get('order')) ? given.get('order') : SORTS[sort];
	const by = Object.hasOwn(CACHE_SORTS, given.get('by') ?? '') ? given.get('by') : '';
	const byOrder = ['asc', 'desc'].includes(given.get('byOrder')) ? given.get('byOrder') : CACHE_SORTS[by] ?? 'asc';
	const page = /^[1-9]\d{0,4}$/.test(given.get('page') ?? '') ? Math.min(Number(given.get('page')), 10_000) : 1;
	return { cache: given.get('cache') ?? '', search: given.get('search') ?? '', sort, order, page, entry: given.get('entry') ?? '',
		filter: given.get('filter') ?? '', by, byOrder };
}

function write(shown) {
	const hash = new URLSearchParams();
	const usual = { cache: '', search: '', sort: 'entered', order: SORTS[shown.sort], page: 1, entry: '', filter: '', by: '', byOrder: CACHE_SORTS[shown.by] ?? 'asc' };
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

/** The address of the first entries of a cache. */
export function cacheAddress(cache) {
	return address({ cache, search: '', sort: 'entered', order: 'asc', page: 1, entry: '' });
}

/** The address of the entries of a cache whose key contains a text. */
export function keyAddress(cache, search) {
	return address({ cache, search, sort: 'entered', order: 'asc', page: 1, entry: '' });
}

/** Changes the selection, as a new step of the browser's history. */
export function go(changes) {
	move(changes, 'pushState');
}

/** Changes the selection, without a new step. */
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

/** Registers a listener of changes. Its argument is the previous view. */
export function onView(listener) {
	listeners.push(listener);
}

function heard() {
	const before = view;
	view = parse(location.hash);
	listeners.forEach((listener) => listener(before));
}

addEventListener('popstate', heard);
