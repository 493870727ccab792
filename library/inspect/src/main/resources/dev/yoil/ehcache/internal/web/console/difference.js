/**
 * Changes of ehcache.xml: what differs, and the predicted effect.
 * @module
 */
import { cacheAddress } from './address.js';
import { compare } from './compare.js';
import { el } from './dom.js';
import { say, tag } from './language.js';

/** The changes by cache, in their order; null for changes of no single cache. @returns {[string|null, any[]][]} */
export function byCache(changes) {
	const caches = new Map();
	changes.forEach((one) => caches.set(one.cache, [...(caches.get(one.cache) ?? []), one]));
	return [...caches];
}

/** A change without values adds, removes or changes the whole element. */
function values({ attribute, from, to, line }) {
	if (from !== null || to !== null) {
		return [el('code', { text: attribute }), ' ', el('del', { text: from ?? say('configuration.none') }), ' → ', el('ins', { text: to ?? say('configuration.none') })];
	}
	return [el('code', { text: attribute }), ' ', el('ins', { text: say(line === null ? 'configuration.removed' : attribute === 'cache' ? 'configuration.added' : 'configuration.changed') })];
}

/** The reason of a change that is not live in the present language; an unknown one in the words of the server. */
function reasonOf({ attribute, reason }) {
	const key = attribute.replace(':', '-');
	const words = say('configuration.reason.' + key);
	return words.endsWith('.' + key) ? el('span', { lang: tag() === 'en' ? null : 'en', text: reason ?? '' }) : el('span', { text: words });
}

/** The time at which a change takes effect. */
function time(one) {
	return one.live ? el('span', { class: 'badge found-here', text: say('configuration.live') }) : el('span', { class: 'later' }, say('configuration.later'), ': ', reasonOf(one));
}

/**
 * The changes of one cache.
 * @param {any[]} changes
 * @param {string} [file] shows its lines
 * @param {boolean} [timed] whether to show when a change takes effect
 */
export function changeList(changes, file = '', timed = false) {
	return el('ul', { class: 'difference' }, ...changes.map((one) => el('li', { 'data-testid': 'difference' }, el('span', {}, ...values(one)),
		file === '' || one.line === null ? null : el('code', { class: 'where', text: say('finding.line', { file, line: one.line }) }), timed ? time(one) : null)));
}

/** The name of a cache, or the word for all. @param {string|null} cache */
export function nameOf(cache) {
	return el('strong', { text: cache ?? say('caches') });
}

/** True if the changes are those of a cache that is running. */
function exists([{ cache, attribute, line }]) {
	return cache !== null && (attribute !== 'cache' || line === null);
}

/**
 * The changes of all caches, with their predictions.
 * @param {any} answer of the server
 * @param {any[]} changes some of its changes
 * @param {boolean} [timed] whether to show when a change takes effect
 * @param {boolean} [linked] whether the names of caches are links
 */
export function pendingList({ file, predictions }, changes, timed = false, linked = false) {
	return byCache(changes).map(([cache, own]) => el('li', { 'data-testid': 'pending', 'data-cache': cache }, el('p', {}, linked && exists(own) ? el('a', { href: cacheAddress(cache), text: cache }) : nameOf(cache)), changeList(own, file, timed),
		Object.hasOwn(predictions, cache) ? effect(cache, predictions[cache]) : own.some(isPredictable) ? el('p', { class: 'later', text: say('configuration.unpredicted') }) : null));
}

/** True if the effect of a change could be known. */
function isPredictable({ attribute, live }) {
	return live && ['heap', 'ttl'].includes(attribute);
}

/** The predicted figures of a cache before and after its changes. */
function effect(cache, { before, after }) {
	return compare(say('configuration.prediction', { cache }), [{ head: say('configuration.before'), figures: before }, { head: say('configuration.predicted'), figures: after }], true);
}
