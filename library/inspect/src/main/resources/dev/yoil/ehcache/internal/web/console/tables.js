/**
 * The tables that the values of the selected cache were read from, and the code that changes them.
 * @module
 */
import { byId, el, renew, text } from './dom.js';
import { number, say } from './language.js';

/** A place in the code without its package, which the title has. */
export function short(place) {
	return place.replace(/^(?:[a-z_]\w*\.)+(?=[A-Z])/, '');
}

/** The changes of one place in the code. */
function changes({ place, calledBy, times }) {
	return el('li', {}, el('code', { text: short(place), title: place }), ' ', el('span', { class: 'count', text: say('tables.times', { times: number(times) }) }),
		calledBy.length > 0 ? el('p', { class: 'note', text: say('tables.callers', { callers: calledBy.map(short).join(' ← ') }) }) : null);
}

function row(name, { readBy, writes }, cache) {
	const others = readBy.filter((other) => other !== cache);
	return el('tr', {}, el('th', { scope: 'row' }, name, others.length > 0 ? el('p', { class: 'note', text: say('tables.others', { caches: others.join(', ') }) }) : null),
		el('td', {}, writes.length > 0 ? el('ul', {}, ...writes.map(changes)) : el('span', { class: 'note', text: say('tables.unchanged') })));
}

/**
 * Shows the tables of a cache.
 * @param {any} answer the tables of all caches; null if they are not watched
 * @param {string} cache the name of the cache
 */
export function showTables(answer, cache) {
	const own = answer?.caches?.[cache];
	byId('tables-section').hidden = !own;
	if (!own) {
		return;
	}
	const names = Object.keys(own.tables);
	renew(byId('tables'), names.map((name) => row(name, answer.tables[name] ?? { readBy: [], writes: [] }, cache)));
	byId('tables-known').hidden = names.length === 0;
	text(byId('tables-note'), [names.length === 0 && say('tables.none'), own.unknownReads > 0 && say('tables.unknown', { count: number(own.unknownReads) }),
		own.depends && say('tables.depends'), own.notStored > 0 && say('tables.notStored', { count: number(own.notStored) })].filter(Boolean).join(' '));
}
