/**
 * All caches, one row each.
 * @module
 */
import { amend, cacheAddress, CACHE_SORTS, current, go } from './address.js';
import { cacheBadges } from './badges.js';
import { attribute, breakable, byId, el, Keyed, text } from './dom.js';
import { lookups, percentOf } from './figures.js';
import { bytes, heldWords, number, say } from './language.js';
import { fineDuration } from './time.js';

const p95 = ({ snapshot }) => snapshot.loadTimes?.p95Millis ?? null;

/** The columns: the value to sort by, and the text. */
const COLUMNS = {
	name: { value: ({ name }) => name },
	lookups: { value: ({ recent }) => lookups(recent), words: ({ recent }) => number(lookups(recent), lookups(recent) < 10 ? 1 : 0) },
	ratio1: { value: ({ recent }) => recent['1m'].hitRatio, words: ({ recent }) => percentOf(recent['1m']) },
	ratio15: { value: ({ recent }) => recent['15m'].hitRatio, words: ({ recent }) => percentOf(recent['15m']) },
	size: { value: ({ snapshot }) => snapshot.size, words: ({ snapshot }) => (snapshot.policy.capacity === null ? bytes(snapshot.bytes) : number(snapshot.size)) },
	p95: { value: p95, words: (cache) => (p95(cache) === null ? '–' : fineDuration(p95(cache))) },
	state: { value: ({ alarming, snapshot, findings }) => alarming.size * 100 + (snapshot.bypassed ? 10 : 0) + findings },
};

function make(cache) {
	const cells = Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, el(name === 'name' ? 'th' : 'td', { role: name === 'name' ? 'rowheader' : 'cell', scope: name === 'name' ? 'row' : null, class: 't-' + name })]));
	const link = el('a', { class: 'choose' }, ...breakable(cache.name));
	const state = el('span', { class: 'badges' });
	cells.name.append(link);
	cells.state.append(state);
	const node = el('tr', { role: 'row', 'data-testid': 'cache', 'data-name': cache.name }, ...Object.values(cells));
	node.parts = { cells, link, state };
	return node;
}

function draw(node, cache) {
	const { cells, link, state } = node.parts;
	attribute(link, 'href', cacheAddress(cache.name));
	attribute(link, 'aria-current', cache.chosen ? 'true' : null);
	node.classList.toggle('chosen', cache.chosen);
	Object.entries(COLUMNS).forEach(([name, { words }]) => words && text(cells[name], words(cache)));
	attribute(cells.size, 'title', heldWords(cache.snapshot, cache.snapshot.policy));
	cacheBadges(state, cache);
}

/** Orders caches as the address says; those without a value come last. */
function arrange(caches) {
	const { filter, by, byOrder } = current();
	const kept = caches.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
	if (by === '') {
		return kept;
	}
	const sign = byOrder === 'asc' ? 1 : -1;
	const { value } = COLUMNS[by];
	return kept.sort((one, other) => {
		const [a, b] = [value(one), value(other)];
		if (a === null || b === null) {
			return Number(a === null) - Number(b === null);
		}
		return sign * (typeof a === 'string' ? a.localeCompare(b) : a - b);
	});
}

export class CacheTable {

	#list = new Keyed(byId('cache-rows'), make, draw);

	constructor() {
		byId('filter').addEventListener('input', () => amend({ filter: byId('filter').value }));
		byId('filter').form.addEventListener('submit', (event) => event.preventDefault());
		this.forget();
	}

	/** @param {any[]} caches all caches, in the order of ehcache.xml @returns {any[]} the shown ones */
	show(caches) {
		const { filter, by, byOrder } = current();
		if (document.activeElement !== byId('filter') && byId('filter').value !== filter) {
			byId('filter').value = filter;
		}
		for (const head of byId('caches-head').children) {
			attribute(head, 'aria-sort', head.dataset.sort === by ? byOrder + 'ending' : null);
		}
		const shown = arrange(caches);
		byId('cache-table').classList.toggle('dense', caches.length > 20);
		this.#list.show(shown, ({ name }) => name);
		return shown;
	}

	#sort(by) {
		const { by: before, byOrder } = current();
		go(by === before ? { byOrder: byOrder === 'asc' ? 'desc' : 'asc' } : { by, byOrder: CACHE_SORTS[by] });
	}

	/** Creates everything again in the present language. */
	forget() {
		this.#list.forget();
		byId('caches-head').replaceChildren(...Object.keys(COLUMNS).map((name) => el('th', { role: 'columnheader', scope: 'col', 'data-sort': name, class: 't-' + name },
			el('button', { type: 'button', 'data-testid': 'cache-sort', 'data-sort': name, text: say('column.' + name), title: say('column.' + name + '.long'), on: { click: () => this.#sort(name) } }))));
	}

}
