/**
 * Figures of a cache side by side.
 * @module
 */
import { el } from './dom.js';
import { sizeWords } from './figures.js';
import { number, percent, say } from './language.js';
import { fineDuration } from './time.js';

const rate = (value) => number(value, value < 10 ? 2 : 1);

/** The figures in their order: the key of their words, their words, and the words of a difference. */
const FIGURES = {
	hitRatio: { key: 'ratio', words: percent, difference: (value) => say('whatif.points', { n: number(value * 100, 1) }) },
	loadsPerSecond: { key: 'figure.loads', words: rate },
	databaseMillisPerSecond: { key: 'figure.database', words: fineDuration },
	bytes: { key: 'figure.memory', words: sizeWords },
	sampledKeys: { key: 'figure.keys', words: (value) => number(value), difference: null },
};

/** A difference with its sign; a dash if a value is missing or the difference means nothing. */
function differenceOf(name, from, to) {
	const { words, difference = words } = FIGURES[name];
	if (difference === null || typeof from !== 'number' || typeof to !== 'number') {
		return '–';
	}
	const amount = difference(Math.abs(to - from));
	return amount === difference(0) ? '±0' : (to > from ? '+' : '−') + amount;
}

/** The difference of two hit ratios, without its sign. */
export function pointsBetween(one, other) {
	return FIGURES.hitRatio.difference(Math.abs(one - other));
}

/**
 * A table of figures.
 * @param {string} label its name for screen readers
 * @param {{head: string, figures: any, absent?: string}[]} columns the figures are null if unknown
 * @param {boolean} [subtract] whether a last column has the difference between the first two
 */
export function compare(label, columns, subtract = false) {
	const known = columns.find(({ figures }) => figures)?.figures ?? {};
	const rows = Object.keys(FIGURES).filter((name) => name in known);
	const heads = [...columns.map(({ head }) => head), ...(subtract ? [say('whatif.difference')] : [])];
	const cell = (name, { figures, absent = '–' }) => (typeof figures?.[name] === 'number' ? FIGURES[name].words(figures[name]) : figures ? '–' : absent);
	return el('table', { class: 'compare', 'aria-label': label, 'data-testid': 'compare' },
		el('thead', {}, el('tr', {}, el('td'), ...heads.map((head) => el('th', { scope: 'col', text: head })))),
		el('tbody', {}, ...rows.map((name) => el('tr', { 'data-figure': name }, el('th', { scope: 'row', text: say(FIGURES[name].key) }),
			...columns.map((column) => el('td', { text: cell(name, column) })),
			subtract ? el('td', { text: differenceOf(name, columns[0].figures?.[name], columns[1].figures?.[name]) }) : null))));
}
