/**
 * Small charts of the last hour.
 * @module
 */
import { attribute, svg } from './dom.js';
import { say } from './language.js';

/** The steps of an hour. A shorter history is at the right end. */
const STEPS = 60;

const HEIGHT = 16;

/** A chart without content. It has a name, because the value beside it is not the whole hour. */
export function spark() {
	return svg('svg', { class: 'spark', viewBox: `0 0 ${STEPS} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img' });
}

/** The lowest and the highest value. */
function rangeOf(values) {
	return [Math.min(...values), Math.max(...values)];
}

/** The lines of a series; a step without a value has none. */
function lines(series, place) {
	const parts = [];
	let part = null;
	series.forEach((value, index) => {
		if (value === null) {
			part = null;
			return;
		}
		if (part === null) {
			parts.push(part = []);
		}
		part.push(place(value, index));
	});
	// A single step is a short line.
	return parts.map((points) => svg('polyline', { points: (points.length > 1 ? points : [points[0], [points[0][0] + 1, points[0][1]]]).map((point) => point.join(',')).join(' ') }));
}

function bars(series, place) {
	return series.flatMap((value, index) => {
		const [x, y] = place(value, index);
		return value > 0 ? [svg('rect', { x, y, width: 1, height: HEIGHT - y })] : [];
	});
}

/**
 * Draws a series if it changed.
 * @param {any} picture of spark()
 * @param {(number|null)[]} series the oldest first
 * @param {(value: number) => string} words the words of a value
 * @param {{most?: number, counts?: boolean}} [kind] most: the value at the top, else the highest one; counts: bars instead of lines
 */
export function drawSpark(picture, series, words, { most, counts = false } = {}) {
	if (picture.series === series) {
		return;
	}
	picture.series = series;
	const known = series.filter((value) => value !== null);
	const [low, high] = known.length > 0 ? rangeOf(known) : [0, 0];
	const top = most ?? Math.max(high, Number.MIN_VALUE);
	const place = (value, index) => [STEPS - series.length + index, (HEIGHT - 1 - (value / top) * (HEIGHT - 2)).toFixed(1)];
	picture.replaceChildren(svg('line', { x1: 0, x2: STEPS, y1: HEIGHT - .5, y2: HEIGHT - .5 }), ...(counts ? bars(series, place) : lines(series, place)));
	attribute(picture, 'aria-label', known.length === 0 ? say('spark.none') : say('spark', { low: words(low), high: words(high) }));
}
