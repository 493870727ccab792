/**
 * The hit ratio by capacity and TTL, as a table whose cells can be selected.
 * @module
 */
import { attribute, byId, el, text } from './dom.js';
import { number, percent, say } from './language.js';
import { colourOn, COLOURS } from './scale.js';

/** A capacity in words. */
export function capacityWords(capacity) {
	return capacity === null ? say('whatif.unbounded') : number(capacity);
}

/** A TTL as in ehcache.xml. */
export function ttlWords(ttl) {
	return ttl ?? say('whatif.nottl');
}

/** A hit ratio in percent, without the sign. Only 1 becomes 100. */
function digits(ratio) {
	return ratio < 1 ? Math.min(ratio * 100, 99.9).toFixed(1) : '100';
}

export class HeatMap {

	#table = byId('heat');

	#answer = null;

	/** The capacities and TTLs of the cells that exist. */
	#made = '';

	/** The row and the column of the cell in the tab order. */
	#cursor = [0, 0];

	/** The selected capacity and TTL; null for none. */
	selected = null;

	/** @param {() => void} select called after a selection */
	constructor(select) {
		this.select = select;
		this.#table.addEventListener('click', (event) => {
			const cell = event.target.closest('tbody td');
			if (cell) {
				this.#choose(cell.parentElement.sectionRowIndex, cell.cellIndex - 1);
			}
		});
		this.#table.addEventListener('keydown', (event) => this.#key(event));
	}

	#cell(row, column) {
		return this.#table.tBodies[0].rows[row].cells[column + 1];
	}

	/** @param {any} answer of the server @param {any} scale of the colours */
	show(answer, scale) {
		const { capacities, ttls } = answer;
		this.#answer = answer;
		const made = JSON.stringify([say('language'), capacities, ttls]);
		if (made !== this.#made) {
			this.#made = made;
			this.#make();
		}
		const column = ttls.indexOf(answer.ttl);
		capacities.forEach((capacity, row) => ttls.forEach((ttl, index) => this.#draw(row, index, scale, capacity === answer.capacity && index === column)));
		renewKey(byId('heat-key'), scale);
	}

	#make() {
		const { capacities, ttls, capacity, ttl } = this.#answer;
		const focused = this.#table.contains(document.activeElement);
		const { selected } = this;
		const row = capacities.indexOf(selected ? selected.capacity : capacity);
		const column = ttls.indexOf(selected ? selected.ttl : ttl);
		if (row < 0 || column < 0) {
			this.selected = null;
		}
		this.#cursor = [Math.max(0, row), Math.max(0, column)];
		this.#table.replaceChildren(el('caption', { text: say('whatif.map') }),
			el('thead', {}, el('tr', {}, el('td'), ...ttls.map((one) => el('th', { scope: 'col', text: ttlWords(one) })))),
			el('tbody', {}, ...capacities.map((one) => el('tr', {}, el('th', { scope: 'row', text: capacityWords(one) }),
				...ttls.map(() => el('td', { tabindex: -1, 'data-testid': 'heat-cell' }, el('span'), el('span', { class: 'hidden' })))))));
		if (focused) {
			this.#cell(...this.#cursor).focus({ preventScroll: true });
		}
	}

	#draw(row, column, scale, present) {
		const cell = this.#cell(row, column);
		const { capacities, ttls, cells } = this.#answer;
		const figures = cells[row][column];
		text(cell.firstElementChild, figures ? digits(figures.hitRatio) : '');
		text(cell.lastElementChild, [figures ? null : say('whatif.unknown'), present ? say('whatif.present') : null].filter(Boolean).join(', '));
		attribute(cell, 'data-heat', figures ? String(colourOn(scale, figures.hitRatio)) : 'unknown');
		attribute(cell, 'title', figures ? null : say('whatif.unknown'));
		cell.classList.toggle('present', present);
		attribute(cell, 'aria-selected', String(this.selected !== null && this.selected.capacity === capacities[row] && this.selected.ttl === ttls[column]));
		attribute(cell, 'tabindex', this.#cursor[0] === row && this.#cursor[1] === column ? '0' : '-1');
	}

	#choose(row, column) {
		attribute(this.#cell(...this.#cursor), 'tabindex', '-1');
		this.#cursor = [row, column];
		const cell = this.#cell(row, column);
		attribute(cell, 'tabindex', '0');
		cell.focus({ preventScroll: true });
		cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
		this.selected = { capacity: this.#answer.capacities[row], ttl: this.#answer.ttls[column] };
		this.select();
	}

	#key(event) {
		if (!event.target.closest('tbody td') || event.altKey || event.metaKey) {
			return;
		}
		const [row, column] = this.#cursor;
		const [lastRow, lastColumn] = [this.#answer.capacities.length - 1, this.#answer.ttls.length - 1];
		const all = event.ctrlKey;
		const moved = { ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
			Home: [all ? 0 : row, 0], End: [all ? lastRow : row, lastColumn], Enter: [row, column], ' ': [row, column] }[event.key];
		if (moved) {
			event.preventDefault();
			this.#choose(Math.min(lastRow, Math.max(0, moved[0])), Math.min(lastColumn, Math.max(0, moved[1])));
		}
	}

	/** Forgets the selection, for another cache. */
	clear() {
		this.selected = null;
		this.#made = '';
	}

}

/** The key of the colours. */
function renewKey(place, { low, high }) {
	const shown = JSON.stringify([say('language'), low, high]);
	if (place.dataset.shown !== shown) {
		place.dataset.shown = shown;
		const swatch = (heat) => el('span', { class: 'swatch', 'data-heat': heat, 'aria-hidden': 'true' });
		place.replaceChildren(el('span', {}, percent(low), ' ', el('span', { class: 'swatches' }, ...Array.from({ length: COLOURS }, (_, heat) => swatch(heat))), ' ', percent(high)),
			el('span', {}, el('span', { class: 'swatch present', 'aria-hidden': 'true' }), ' ', say('whatif.present')),
			el('span', {}, swatch('unknown'), ' ', say('whatif.unknown')));
	}
}
