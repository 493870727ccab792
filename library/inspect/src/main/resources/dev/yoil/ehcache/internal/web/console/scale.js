/**
 * A scale of hit ratios that fits what is shown.
 * @module
 */

/** Distances between the ticks, in percentage points. */
const STEPS = [1, 2, 5, 10, 20, 25, 50];

/** The maximum number of distances. */
const MOST = 5;

/** The number of colours. */
export const COLOURS = 7;

/**
 * Returns a scale from below the lowest ratio to above the highest one.
 * @param {number[]} ratios from 0 to 1
 * @returns {{low: number, high: number, ticks: number[]}}
 */
export function scaleOf(ratios) {
	const [least, most] = [Math.min(...ratios) * 100, Math.max(...ratios) * 100];
	for (const step of STEPS) {
		const low = Math.max(0, Math.min(Math.floor(least / step), 100 / step - 1)) * step;
		const high = Math.min(100, Math.max(Math.ceil(most / step) * step, low + step));
		if ((high - low) / step <= MOST) {
			const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) => (low + index * step) / 100);
			return { low: low / 100, high: high / 100, ticks };
		}
	}
	return { low: 0, high: 1, ticks: [0, 0.5, 1] };
}

/** The place of a ratio between 0 for the low end and 1 for the high end. */
export function placeOn({ low, high }, ratio) {
	return (ratio - low) / (high - low);
}

/** The number of the colour of a ratio, 0 for the low end. */
export function colourOn(scale, ratio) {
	return Math.min(COLOURS - 1, Math.floor(placeOn(scale, ratio) * COLOURS));
}
