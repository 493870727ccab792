/**
 * Recent rates, computed from counters that only grow.
 * @module
 */

/** The length of "now", in milliseconds. */
const WINDOW = 10_000;

/** After a longer silence the counters tell nothing of now, in milliseconds. */
const GAP = 2 * WINDOW;

/** Time for which a failure is shown as recent, in milliseconds. */
const LATELY = 60_000;

const TROUBLES = ['staleServed', 'failedLoads'];

/** The counters of all caches in the last seconds. */
export class Rates {

	#samples = new Map();

	/** When a counter of trouble was seen to rise, by cache and counter. */
	#rises = new Map();

	/** The counters of trouble as they were last, by cache and counter. */
	#troubles = new Map();

	/**
	 * Takes the counters of one moment.
	 * @param {number} at in milliseconds
	 * @param {Record<string, {statistics: {hits: number, misses: number, staleServed: number, failedLoads: number}}>} caches all caches
	 */
	hear(at, caches) {
		for (const [name, { statistics }] of Object.entries(caches)) {
			const last = this.#samples.get(name)?.at(-1);
			// A service that was restarted counts from zero.
			const goesOn = last && at - last.at <= GAP && last.hits <= statistics.hits && last.misses <= statistics.misses;
			const samples = goesOn ? this.#samples.get(name) : [];
			samples.push({ at, hits: statistics.hits, misses: statistics.misses });
			while (samples.length > 2 && samples[1].at <= at - WINDOW) {
				samples.shift();
			}
			this.#samples.set(name, samples);
			TROUBLES.forEach((trouble) => this.#watch(at, name + ' ' + trouble, statistics[trouble]));
		}
	}

	#watch(at, name, count) {
		if (count > (this.#troubles.get(name) ?? count)) {
			this.#rises.set(name, at);
		}
		this.#troubles.set(name, count);
	}

	/** True if a counter of failures rose in the last minute. */
	isRising(at, cache, trouble) {
		return at - (this.#rises.get(cache + ' ' + trouble) ?? -Infinity) < LATELY;
	}

	/** The hit ratio of the last seconds; null without lookups. */
	ratio(name) {
		const samples = this.#samples.get(name) ?? [];
		return samples.length < 2 ? null : ratio(samples.at(-1).hits - samples[0].hits, samples.at(-1).misses - samples[0].misses);
	}

}

/** The ratio of hits to lookups; null without lookups. */
export function ratio(hits, misses) {
	return hits + misses > 0 ? hits / (hits + misses) : null;
}

/** The sum of samples. */
export function sum(samples, name) {
	return samples.reduce((total, sample) => total + sample[name], 0);
}
