/**
 * The remaining time of an entry and the cause of its end.
 * @module
 */
import { attribute, el, text } from './dom.js';
import { clockTime, say } from './language.js';
import { duration, serverClock } from './time.js';

/** False after this instance has lost its lease: then no value counts as fresh. */
let leased = true;

/** Records whether this instance has its lease, or needs none. */
export function lease(valid) {
	leased = valid;
}

/** @typedef {{expiresAt: string|null, expiresBy: string|null, expired: boolean, servableUntil: string|null, createdAt: string, lastAccessedAt: string}} Timed */

/**
 * Describes the expiry of an entry.
 * @param {Timed} entry an entry
 * @param {number} now in milliseconds
 * @returns {{words: string, share: number, state: string}} share: what is left of its time, from 0 to 1
 */
function standing(entry, now) {
	const kept = entry.servableUntil === null ? 0 : Date.parse(entry.servableUntil);
	if (!leased) {
		return { words: kept > now ? say('left.unleased.kept', { when: clockTime(kept) }) : say('left.unleased'), share: 0, state: 'expired' };
	}
	if (entry.expiresAt === null) {
		return { words: say('left.never'), share: 1, state: 'never' };
	}
	const cause = entry.expiresBy ?? '';
	const end = Date.parse(entry.expiresAt);
	if (entry.expired || now >= end + 1500) {
		return kept > now
			? { words: say('left.kept', { cause, when: clockTime(kept), time: duration(kept - now) }), share: (kept - now) / Math.max(1, kept - end), state: 'kept' }
			: { words: say('left.expired', { cause }), share: 0, state: 'expired' };
	}
	if (end - now < 1000) {
		return { words: say('left.any', { cause }), share: 0, state: 'soon' };
	}
	const start = Date.parse(cause === 'TTI' ? entry.lastAccessedAt : entry.createdAt);
	const share = Math.min(1, (end - now) / Math.max(1, end - start));
	return { words: say('left.in', { cause, time: duration(end - now) }), share, state: end - now < 10_000 ? 'soon' : 'good' };
}

/** Creates a bar with words. */
export function countdown() {
	const rest = el('span', { class: 'rest' });
	const words = el('span', { class: 'words' });
	const node = el('div', { class: 'countdown', 'data-testid': 'countdown' }, el('span', { class: 'bar', 'aria-hidden': 'true' }, rest), words);
	node.parts = { rest, words };
	return node;
}

/** Shows the present expiry of an entry in a bar. */
export function drawCountdown(node, entry) {
	const { words, share, state } = standing(entry, serverClock.now());
	text(node.parts.words, words);
	attribute(node, 'data-state', state);
	attribute(node, 'data-by', entry.expiresBy);
	node.parts.rest.style.transform = `scaleX(${share.toFixed(4)})`;
}
