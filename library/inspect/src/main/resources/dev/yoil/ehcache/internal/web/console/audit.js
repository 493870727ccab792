/**
 * How many values of the selected cache are up to date, according to the audit.
 * @module
 */
import { byId, el, renew, text } from './dom.js';
import { clockTime, number, percent, say } from './language.js';
import { short } from './tables.js';
import { duration } from './time.js';

/** A share, rounded down because it is a lower bound. */
function atLeast(share) {
	return percent(Math.floor(share * 1000) / 1000);
}

function row({ at, key, ageMillis, cached, loaded, writes }) {
	const value = (name, shown) => el('li', {}, el('span', { class: 'count', text: say('audit.' + name) }), ' ', el('code', { text: shown }));
	return el('tr', {}, el('th', { scope: 'row' }, el('code', { text: key }), el('p', { class: 'note', text: say('audit.age', { age: duration(ageMillis), time: clockTime(Date.parse(at)) }) })),
		el('td', {}, el('ul', {}, value('cached', cached), value('loaded', loaded), ...writes.map(write))));
}

function write({ place, lastAt }) {
	return el('li', {}, el('span', { class: 'count', text: say('audit.write', { time: clockTime(Date.parse(lastAt)) }) }), ' ', el('code', { text: short(place), title: place }));
}

function words({ state, since, samples, verdicts, consistentAtLeast }) {
	const counts = Object.entries(verdicts).filter(([, count]) => count > 0).map(([verdict, count]) => say('audit.' + verdict, { count: number(count) }));
	return [state !== 'AUDITED' && say('audit.state.' + state), consistentAtLeast !== null && say('audit.bound', { share: atLeast(consistentAtLeast) }),
		samples === 0 ? say('audit.none') : say('audit.samples', { count: number(samples), time: clockTime(Date.parse(since)), verdicts: counts.join(', ') })].filter(Boolean).join(' ');
}

/**
 * Shows the audit of a cache.
 * @param {any} answer the results of all caches; null if there are none
 * @param {string} cache the name of the cache
 */
export function showAudit(answer, cache) {
	const own = answer?.caches?.[cache];
	byId('audit-section').hidden = !own;
	if (!own) {
		return;
	}
	text(byId('audit-note'), words(own));
	renew(byId('audit'), own.mismatches.map(row));
	byId('audit-found').hidden = own.mismatches.length === 0;
}
