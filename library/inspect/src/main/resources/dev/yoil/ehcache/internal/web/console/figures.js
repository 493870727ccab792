/**
 * Figures of caches and their words.
 * @module
 */
import { bytes, number, percent, say } from './language.js';
import { configured, cron, fineDuration } from './time.js';

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
export const NO_ACTIVITY = { '1m': IDLE, '15m': IDLE, '60m': IDLE };

/** The periods of recent activity. */
export const PERIODS = ['1m', '15m', '60m'];

/** The hit ratio of a period in words. */
export function percentOf({ hitRatio }) {
	return hitRatio === null ? '–' : percent(hitRatio);
}

/** Lookups per second in the last minute. */
export function lookups({ '1m': { hits, misses } }) {
	return (hits + misses) / 60;
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

/** The numbers of a cache since its start, by the keys of their words. */
export const NUMBERS = [['loads', ({ statistics: s }) => number(s.loads)],
	['load.times', ({ loadTimes: t }) => (t === null ? '–' : [t.p50Millis, t.p95Millis, t.p99Millis].map(fineDuration).join(' / '))],
	['shared', ({ statistics: s }) => number(s.sharedLoads)], ['stale', ({ statistics: s }) => number(s.staleServed)], ['failed', ({ statistics: s }) => number(s.failedLoads)]];

/** The kinds of removals that are counted, by the keys of their words. */
export const REMOVALS = ['evictions', 'expirations', 'explicitRemovals'];

/** A size; unknown sizes have a dash. */
export function sizeWords(size) {
	return typeof size === 'number' ? bytes(size) : '–';
}
