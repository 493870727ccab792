/**
 * Figures of caches and their words.
 * @module
 */
import { byId, define, el, text } from './dom.js';
import { bytes, clockTime, heldWords, number, percent, say } from './language.js';
import { showLevels } from './levels.js';
import { configured, cron, duration, fineDuration, serverClock } from './time.js';

/** The ratio of hits to lookups; null without lookups. */
export function ratio(hits, misses) {
	return hits + misses > 0 ? hits / (hits + misses) : null;
}

/** The sum of samples. */
export function sum(samples, name) {
	return samples.reduce((total, sample) => total + sample[name], 0);
}

/** The activity of an unused cache. */
const IDLE = { hits: 0, misses: 0, hitRatio: null, failedLoads: 0, staleServed: 0 };

/** Recent activity by period, before the first status. */
export const NO_ACTIVITY = { '1m': IDLE, '15m': IDLE, '60m': IDLE, seconds: 60 };

/** The periods of recent activity. */
const PERIODS = ['1m', '15m', '60m'];

/** The hit ratio of a period in words. */
export function percentOf({ hitRatio }) {
	return hitRatio === null ? '–' : percent(hitRatio);
}

/** A rate per second, with a digit that tells small ones apart. */
export function rate(value) {
	return number(value, value < 10 ? 1 : 0);
}

/** Lookups per second in the last minute. */
export function lookups({ '1m': { hits, misses }, seconds }) {
	return (hits + misses) / seconds;
}

/** A policy in words. */
export function policyWords(policy) {
	const said = [];
	const time = (key, value) => value && said.push(say(key, { time: configured(value) }));
	time('policy.ttl', policy.ttl);
	time('policy.null', policy.nullTtl);
	time('policy.soft', policy.softTimeout);
	if (policy.jitter) {
		said.push(say('policy.jitter', { percent: policy.jitter }));
	}
	time('policy.tti', policy.tti);
	if (policy.until) {
		said.push(say('policy.until', { when: cron(policy.until), zone: policy.zone }));
	}
	if (said.length === 0) {
		said.push(say('policy.never'));
	}
	time('policy.refresh', policy.refreshAfter);
	time('policy.stale', policy.staleIfError);
	time('policy.timeout', policy.loadTimeout);
	time('policy.edge', policy.edge);
	return said.join(' · ');
}

/** The bypass of a cache in words. */
export function bypassWords({ snapshot: { bypassed: { since, by } }, recent }) {
	const start = Date.parse(since);
	return say('bypassed.since', { time: clockTime(start), age: duration(Math.max(0, serverClock.now() - start)), by, rate: say('per.second', { n: rate(lookups(recent)) }) });
}

/** The groups of figures: the key of the words of each, and its value. */
const GROUPS = {
	traffic: ({ recent }) => [['lookups', say('per.second', { n: rate(lookups(recent)) })], ...PERIODS.map((period) => ['ratio.' + period, percentOf(recent[period])])],
	loads: ({ snapshot: { statistics: s } }) => [['loads', number(s.loads)], ['failed', number(s.failedLoads - s.goneLoads)], ['gone', number(s.goneLoads)], ['stale', number(s.staleServed)], ['shared', number(s.sharedLoads)]],
	times: ({ snapshot: { loadTimes: t } }) => ['p50', 'p95', 'p99'].map((percentile) => ['load.' + percentile, t === null ? '–' : fineDuration(t[percentile + 'Millis'])]),
	contents: ({ snapshot }) => [['size', heldWords(snapshot, snapshot.policy)], ...['evictions', 'expirations', 'explicitRemovals'].map((key) => [key, number(snapshot.statistics[key])])],
};

/** Shows the figures of the chosen cache. */
export function showNumbers(cache) {
	const place = byId('chosen-numbers');
	if (place.childElementCount === 0) {
		place.append(...Object.keys(GROUPS).map(() => el('section', {}, el('h3'), el('dl', { class: 'numbers' }))));
	}
	Object.entries(GROUPS).forEach(([name, figures], index) => {
		const [title, list] = place.children[index].children;
		text(title, say('group.' + name));
		define(list, figures(cache).map(([key, value]) => [say(key), value, cache.alarming.has(key)]));
	});
	showLevels(cache.snapshot);
}

/** A size; unknown sizes have a dash. */
export function sizeWords(size) {
	return typeof size === 'number' ? bytes(size) : '–';
}
