/**
 * The hit ratio by capacity, as a curve.
 * @module
 */
import { attribute, byId, el, svg } from './dom.js';
import { capacityWords } from './heatmap.js';
import { percent, say } from './language.js';
import { placeOn } from './scale.js';

/** The room at both ends, in percent of the width. */
const MARGIN = 4;

/**
 * The places of capacities from left to right, in percent: logarithmic, and one step further for unbounded.
 * @param {(number|null)[]} capacities in rising order, null for unbounded
 */
function across(capacities) {
	const finite = capacities.filter((capacity) => capacity !== null);
	const steps = Math.max(1, capacities.length - 1);
	const span = Math.log(finite.at(-1) / finite[0]) || 1;
	return capacities.map((capacity) => {
		const part = capacity === null ? 1 : Math.log(capacity / finite[0]) / span * (finite.length - 1) / steps;
		return MARGIN + part * (100 - 2 * MARGIN);
	});
}

/** The lines between neighbouring points. The one to unbounded is dashed. */
function lines(points) {
	return points.slice(1).map((point, index) => [points[index], point]).filter(([from, to]) => from.ratio !== null && to.ratio !== null)
		.map(([from, to]) => svg('line', { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: to.capacity === null ? 'beyond' : 'known' }));
}

function at(node, { x, y }) {
	if (x !== undefined) {
		node.style.setProperty('left', x + '%');
	}
	if (y !== undefined) {
		node.style.setProperty('top', y + '%');
	}
	return node;
}

/** The role of a capacity: the present one, the knee, both or neither. */
function kind(capacity, answer) {
	return [...(capacity === answer.capacity ? ['present'] : []), ...(capacity !== null && capacity === answer.knee ? ['knee'] : [])].join(' ');
}

function legend(points, answer) {
	const of = (capacity) => points.find((point) => point.capacity === capacity);
	const item = (name, capacity) => {
		const known = of(capacity);
		const ratio = known && known.ratio !== null ? percent(known.ratio) : say('whatif.unknown');
		return el('li', { 'data-testid': name }, el('span', { class: 'point ' + name, 'aria-hidden': 'true' }), say('whatif.' + name + '.at', { capacity: capacityWords(capacity), ratio }));
	};
	return [item('present', answer.capacity), ...(answer.knee === null ? [] : [item('knee', answer.knee)])];
}

/**
 * Draws the curve of the present TTL.
 * @param {any} answer of the server
 * @param {any} scale of the hit ratios
 */
export function drawCurve(answer, scale) {
	const column = answer.ttls.indexOf(answer.ttl);
	const ratios = answer.capacities.map((_, row) => answer.cells[row][column]?.hitRatio ?? null);
	const key = JSON.stringify([say('language'), answer.capacities, ratios, answer.capacity, answer.knee, scale]);
	const place = byId('curve');
	if (place.dataset.shown === key) {
		return;
	}
	place.dataset.shown = key;
	const places = across(answer.capacities);
	const points = answer.capacities.map((capacity, row) => ({ capacity, ratio: ratios[row], x: places[row], y: ratios[row] === null ? null : 100 - placeOn(scale, ratios[row]) * 100 }));
	const marked = points.findIndex(({ capacity }) => capacity === answer.capacity);
	attribute(place, 'aria-label', say('whatif.curve.said'));
	place.replaceChildren(
		el('div', { class: 'plot' },
			svg('svg', { viewBox: '0 0 100 100', preserveAspectRatio: 'none' },
				...scale.ticks.map((tick) => svg('line', { x1: 0, x2: 100, y1: 100 - placeOn(scale, tick) * 100, y2: 100 - placeOn(scale, tick) * 100, class: 'tick' })),
				...points.filter(({ capacity }) => kind(capacity, answer) !== '').map(({ capacity, x }) => svg('line', { x1: x, x2: x, y1: 0, y2: 100, class: 'mark ' + kind(capacity, answer) })), ...lines(points)),
			...scale.ticks.map((tick) => at(el('span', { class: 'y', text: percent(tick) }), { y: 100 - placeOn(scale, tick) * 100 })),
			...points.filter(({ ratio }) => ratio !== null).map((point) => at(el('span', { class: 'point ' + kind(point.capacity, answer) }), point)),
			// On a phone every second capacity has a label, counted from the present one.
			...points.map(({ capacity, x }, index) => at(el('span', { class: 'x' + (capacity === null ? ' last' : (index - marked) % 2 === 0 && index < points.length - 2 ? '' : ' minor'), text: capacityWords(capacity) }), { x }))));
	byId('curve-key').replaceChildren(...legend(points, answer));
}
