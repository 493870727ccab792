/**
 * What happened lately, from counters that only grow.
 * @module
 */

/** What "now" is, in milliseconds. */
const WINDOW = 10_000;

/** The counters of all caches in the last seconds. */
export class Rates {

	#samples = new Map();

	/**
	 * Takes the counters of one moment.
	 * @param {number} at in milliseconds
	 * @param {Record<string, {statistics: {hits: number, misses: number}}>} caches all caches
	 */
	hear(at, caches) {
		for (const [name, { statistics }] of Object.entries(caches)) {
			const last = this.#samples.get(name)?.at(-1);
			// A service that started anew counts from zero.
			const samples = last && last.hits <= statistics.hits && last.misses <= statistics.misses ? this.#samples.get(name) : [];
			samples.push({ at, hits: statistics.hits, misses: statistics.misses });
			while (samples.length > 2 && samples[1].at <= at - WINDOW) {
				samples.shift();
			}
			this.#samples.set(name, samples);
		}
	}

	/** The hit ratio of the last seconds; null if nobody asked. */
	ratio(name) {
		const samples = this.#samples.get(name) ?? [];
		return samples.length < 2 ? null : ratio(samples.at(-1).hits - samples[0].hits, samples.at(-1).misses - samples[0].misses);
	}

}

/** Hits among all that was asked for; null if that is nothing. */
export function ratio(hits, misses) {
	return hits + misses > 0 ? hits / (hits + misses) : null;
}

/** The sum of samples. */
export function sum(samples, name) {
	return samples.reduce((total, sample) => total + sample[name], 0);
}
