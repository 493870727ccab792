/**
 * The levels of a cache that has tiers: its heap, off-heap and disk.
 * @module
 */
import { byId, define, el, text } from './dom.js';
import { bytes, heldWords, number, say } from './language.js';
import { fineDuration } from './time.js';

/** Levels in words, in the order in which loads ask them. */
export function levelNames(levels) {
	return levels.map((level) => say('level.' + level)).join(', ');
}

function mean(micros, count) {
	return count > 0 ? fineDuration(micros / 1000) : '–';
}

function counts({ hits, misses, evictions }) {
	return [[say('hits'), number(hits)], [say('misses'), number(misses)], [say('evictions'), number(evictions)]];
}

function tier(figures) {
	const { entries, bytes: held, capacityBytes, hits, misses, puts, failures, available, getMicros, putMicros, openMillis } = figures;
	return [[say('size'), say('size.bytes', { size: number(entries), bytes: bytes(held), capacity: bytes(capacityBytes) })], ...counts(figures),
		[say('level.failures'), number(failures), !available], [say('level.get'), mean(getMicros, hits + misses)], [say('level.put'), mean(putMicros, puts)],
		[say('level.open'), fineDuration(openMillis)]];
}

/** Shows the levels of a cache. @param {any} snapshot */
export function showLevels({ size, bytes: held, policy, statistics, levels }) {
	const shown = levels.map((level) => [level.level, tier(level)]);
	if (shown.length > 0) {
		shown.unshift(['HEAP', [[say('size'), heldWords({ size, bytes: held }, policy)], ...counts(statistics)]]);
	}
	const place = byId('levels');
	place.hidden = shown.length === 0;
	if (place.childElementCount !== shown.length) {
		place.replaceChildren(...shown.map(() => el('div', { class: 'level', 'data-testid': 'level' }, el('h3'), el('dl', { class: 'numbers' }))));
	}
	shown.forEach(([level, figures], index) => {
		const [title, list] = place.children[index].children;
		text(title, levelNames([level]));
		define(list, figures);
	});
}
