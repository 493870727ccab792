/**
 * The entries of the chosen cache.
 * @module
 */
import { CHANGEABLE } from './api.js';
import { attribute, byId, el, Keyed, text } from './dom.js';
import { number, say } from './language.js';
import { amend, current, go, SORTS } from './address.js';
import { countdown, drawCountdown } from './countdown.js';
import { keyNode, keyText } from './keys.js';
import { duration, serverClock } from './time.js';
import { sizeWords } from './figures.js';

/** Entries per page. */
const PAGE = 100;

/** Pause before a search starts, in milliseconds. */
const PATIENCE = 250;

/** Interval of updates of the bars, in milliseconds. */
const TICK = 250;

const COLUMNS = ['entered', 'hits', 'age', 'accessed', 'timeLeft', 'size'];

function row(entry, remove) {
	const cells = Object.fromEntries(COLUMNS.map((name) => [name, el('td', { role: 'cell', class: 'c-' + name, 'data-label': say('sort.' + name) })]));
	const open = el('button', { type: 'button', class: 'open', 'aria-label': say('detail.open', { key: keyText(entry.key) }), on: { click: () => go({ entry: entry.id }) } }, keyNode(entry.key));
	const bar = countdown();
	cells.entered.append(open);
	cells.timeLeft.append(bar);
	const node = el('tr', { role: 'row', 'data-testid': 'entry', 'data-id': entry.id }, ...Object.values(cells), el('td', { role: 'cell', class: 'c-act' },
		CHANGEABLE ? el('button', { type: 'button', class: 'quiet', 'data-changes': true, 'data-testid': 'remove', text: say('remove'), 'aria-label': say('remove.key', { key: keyText(entry.key) }), on: { click: () => remove(node.entry) } }) : null));
	node.parts = { cells, bar };
	return node;
}

function draw(node, entry) {
	node.entry = entry;
	text(node.parts.cells.hits, number(entry.hitCount));
	text(node.parts.cells.size, sizeWords(entry.size));
	tick(node);
}

/** Columns that change without a reload. */
function tick(node) {
	const now = serverClock.now();
	text(node.parts.cells.age, duration(now - Date.parse(node.entry.createdAt)));
	text(node.parts.cells.accessed, duration(now - Date.parse(node.entry.lastAccessedAt)));
	drawCountdown(node.parts.bar, node.entry);
}

export class Entries {

	#list;

	#typed = 0;

	/** The shown page; null for none. */
	#answer = null;

	/** @param {(entry: any) => void} remove removes an entry */
	constructor(remove) {
		this.#list = new Keyed(byId('entries'), (entry) => row(entry, remove), draw);
		byId('search').addEventListener('input', () => {
			clearTimeout(this.#typed);
			this.#typed = setTimeout(() => this.#search(), PATIENCE);
		});
		byId('search-form').addEventListener('submit', (event) => {
			event.preventDefault();
			this.#search();
		});
		byId('sort').addEventListener('change', () => this.#sort(byId('sort').value));
		byId('order').addEventListener('click', () => this.#turn());
		byId('previous').addEventListener('click', () => go({ page: current().page - 1 }));
		byId('next').addEventListener('click', () => go({ page: current().page + 1 }));
		setInterval(() => this.#tick(), TICK);
		this.speak();
	}

	/** The parameters of the request. */
	query() {
		const { search, sort, order, page } = current();
		return '?' + new URLSearchParams({ search, sort, order, offset: String((page - 1) * PAGE), limit: String(PAGE) });
	}

	/** @param {{total: number, matched: number, entries: any[]}} answer */
	show(answer) {
		const { page, search } = current();
		const from = (page - 1) * PAGE;
		if (answer.entries.length === 0 && answer.matched > 0 && page > 1) {
			amend({ page: Math.min(page - 1, Math.ceil(answer.matched / PAGE)) });
			return;
		}
		this.#answer = answer;
		this.#list.show(answer.entries, (entry) => entry.id);
		byId('entries').parentElement.hidden = answer.entries.length === 0;
		text(byId('entries-count'), search === '' ? number(answer.total) : say('entries.count', { matched: number(answer.matched), total: number(answer.total) }));
		byId('no-entries').hidden = answer.entries.length > 0;
		text(byId('no-entries'), say(answer.total === 0 ? 'entries.none' : 'entries.nomatch'));
		this.#pages(from, answer);
	}

	#pages(from, { matched, entries }) {
		byId('pages').hidden = matched <= PAGE;
		const focused = document.activeElement;
		byId('previous').disabled = from === 0;
		byId('next').disabled = from + PAGE >= matched;
		// A button that is switched off loses the focus.
		if (focused?.disabled) {
			byId(focused.id === 'next' ? 'previous' : 'next').focus();
		}
		text(byId('page'), say('page', { from: number(from + 1), to: number(from + entries.length), matched: number(matched) }));
	}

	/** Shows why there is no list, except for a lost connection, which is shown elsewhere. */
	absent(problem) {
		if (problem.status === 0) {
			return;
		}
		this.#list.show([], () => '');
		byId('entries').parentElement.hidden = true;
		byId('no-entries').hidden = false;
		text(byId('no-entries'), problem.status === 404 ? say('entries.absent') : say('entries.failed', { detail: problem.detail || problem.status }));
		byId('pages').hidden = true;
		text(byId('entries-count'), '');
	}

	/** Shows the search and the sort order. */
	arranged() {
		const { search, sort, order } = current();
		if (document.activeElement !== byId('search') && byId('search').value !== search) {
			byId('search').value = search;
		}
		for (const head of byId('entries-head').querySelectorAll('th[data-sort]')) {
			attribute(head, 'aria-sort', head.dataset.sort === sort ? order + 'ending' : null);
		}
		byId('sort').value = sort;
		text(byId('order'), say('order.' + order));
	}

	/** The entry of the page that has an id. */
	entry(id) {
		return this.#list.get(id)?.entry;
	}

	#search() {
		clearTimeout(this.#typed);
		amend({ search: byId('search').value, page: 1 });
	}

	#sort(sort) {
		go(sort === current().sort ? { order: current().order === 'asc' ? 'desc' : 'asc', page: 1 } : { sort, order: SORTS[sort], page: 1 });
	}

	#turn() {
		go({ order: current().order === 'asc' ? 'desc' : 'asc', page: 1 });
	}

	#tick() {
		if (!document.hidden) {
			for (const node of this.#list.nodes()) {
				tick(node);
			}
		}
	}

	/** Empties the list, for another cache. */
	forget() {
		this.#list.forget();
		this.#answer = null;
		byId('no-entries').hidden = true;
		byId('pages').hidden = true;
		text(byId('entries-count'), '');
	}

	/** Creates everything again in the present language. */
	speak() {
		const answer = this.#answer;
		this.forget();
		byId('entries-head').replaceChildren(...COLUMNS.map((name) => el('th', { role: 'columnheader', scope: 'col', 'data-sort': name, class: 'c-' + name },
			el('button', { type: 'button', 'data-testid': 'entry-sort', 'data-sort': name, title: name === 'entered' ? say('sort.entered.long') : null, text: say('sort.' + name), on: { click: () => this.#sort(name) } }))),
		el('th', { role: 'columnheader', scope: 'col', class: 'c-act' }, el('span', { class: 'hidden', text: say('change') })));
		byId('sort').replaceChildren(...COLUMNS.map((name) => el('option', { value: name, text: name === 'entered' ? say('sort.entered.long') : say('sort.' + name) })));
		this.arranged();
		if (answer !== null) {
			this.show(answer);
		}
	}

}
