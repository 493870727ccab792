/**
 * All caches, one row each: the present figures, and charts of the last hour.
 * @module
 */
import { amend, cacheAddress, CACHE_SORTS, current, go } from './address.js';
import { cacheBadges } from './badges.js';
import { attribute, breakable, byId, el, Keyed, text } from './dom.js';
import { lookups, percentOf, rate } from './figures.js';
import { bytes, compact, heldWords, number, percent, say } from './language.js';
import { drawSpark, spark } from './spark.js';
import { fineDuration } from './time.js';

/** The load time of the last minute, which has only begun, or of the one before it. */
const p95 = ({ hour: { loadP95Millis: minutes } }) => minutes.at(-1) ?? minutes.at(-2) ?? null;

const failures = ({ recent }) => recent['1m'].failedLoads;

function size({ snapshot: { policy, size: held, bytes: used } }) {
	return policy.capacity === null ? bytes(used) : say('column.size.of', { size: compact(held), capacity: compact(policy.capacity) });
}

/** The columns: the value to sort by, its words, and the chart of the last hour. */
const COLUMNS = {
	name: { value: ({ name }) => name },
	lookups: { value: ({ recent }) => lookups(recent), words: ({ recent }) => say('per.second', { n: rate(lookups(recent)) }) },
	ratio: { value: ({ recent }) => recent['1m'].hitRatio, words: ({ recent }) => percentOf(recent['1m']), chart: ({ hour }) => [hour.hitRatio, percent, { most: 1 }] },
	p95: { value: p95, words: (cache) => (p95(cache) === null ? '–' : fineDuration(p95(cache))), chart: ({ hour }) => [hour.loadP95Millis, fineDuration] },
	failed: { value: failures, words: (cache) => say('per.minute', { n: number(failures(cache)) }), chart: ({ hour }) => [hour.failedLoads, (value) => number(value), { counts: true }] },
	size: { value: ({ snapshot }) => snapshot.size, words: size },
};

/** Failing, stale and bypassed caches come first. The others keep the order of ehcache.xml. */
function rank({ alarming, snapshot }) {
	return (alarming.has('failed') ? 4 : alarming.has('stale') ? 2 : 0) + (snapshot.bypassed ? 1 : 0);
}

function make(cache) {
	const parts = { link: el('a', { class: 'choose' }, ...breakable(cache.name)), state: el('span', { class: 'badges' }), columns: {} };
	const cells = Object.entries(COLUMNS).map(([name, { words, chart }]) => {
		const cell = el(name === 'name' ? 'th' : 'td', { role: name === 'name' ? 'rowheader' : 'cell', scope: name === 'name' ? 'row' : null, class: 't-' + name });
		const column = { cell, words: words ? el('span', { class: 'value' }) : null, chart: chart ? spark() : null };
		cell.append(column.chart ? el('div', { class: 'trace' }, column.chart, column.words) : column.words ?? '');
		parts.columns[name] = column;
		return cell;
	});
	parts.columns.name.cell.append(parts.link, parts.state);
	const node = el('tr', { role: 'row', 'data-testid': 'cache', 'data-name': cache.name }, ...cells);
	node.parts = parts;
	return node;
}

function draw(node, cache) {
	const { columns, link, state } = node.parts;
	attribute(link, 'href', cacheAddress(cache.name));
	attribute(link, 'aria-current', cache.chosen ? 'true' : null);
	node.classList.toggle('chosen', cache.chosen);
	Object.entries(COLUMNS).forEach(([name, { words, chart }]) => {
		if (words) {
			text(columns[name].words, words(cache));
		}
		if (chart) {
			drawSpark(columns[name].chart, ...chart(cache));
		}
	});
	columns.failed.cell.classList.toggle('alarming', failures(cache) > 0);
	columns.failed.cell.classList.toggle('quiet', failures(cache) === 0);
	node.classList.toggle('quiet', lookups(cache.recent) === 0);
	attribute(columns.size.cell, 'title', heldWords(cache.snapshot, cache.snapshot.policy));
	cacheBadges(state, cache);
}

/** Orders caches as the address says; those without a value come last. */
function arrange(caches) {
	const { filter, by, byOrder } = current();
	const kept = caches.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
	if (by === '') {
		return kept.sort((one, other) => rank(other) - rank(one));
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

	/** @param {any[]} caches all caches, in the order of ehcache.xml */
	show(caches) {
		const { filter, by, byOrder } = current();
		if (document.activeElement !== byId('filter') && byId('filter').value !== filter) {
			byId('filter').value = filter;
		}
		for (const head of byId('caches-head').children) {
			attribute(head, 'aria-sort', head.dataset.sort === by ? byOrder + 'ending' : null);
		}
		byId('cache-table').classList.toggle('dense', caches.length > 20);
		this.#list.show(arrange(caches), ({ name }) => name);
	}

	#sort(by) {
		const { by: before, byOrder } = current();
		// The third click restores the worst first.
		go(by !== before ? { by, byOrder: CACHE_SORTS[by] } : byOrder === CACHE_SORTS[by] ? { byOrder: byOrder === 'asc' ? 'desc' : 'asc' } : { by: '', byOrder: 'asc' });
	}

	/** Creates everything again in the present language. */
	forget() {
		this.#list.forget();
		byId('caches-head').replaceChildren(...Object.keys(COLUMNS).map((name) => el('th', { role: 'columnheader', scope: 'col', 'data-sort': name, class: 't-' + name },
			el('button', { type: 'button', 'data-testid': 'cache-sort', 'data-sort': name, title: say('column.' + name + '.long'), on: { click: () => this.#sort(name) } },
				say('column.' + name), ...(name === 'name' ? [] : [' ', el('span', { class: 'unit', text: say('column.' + name + '.unit') })])))));
	}

}
