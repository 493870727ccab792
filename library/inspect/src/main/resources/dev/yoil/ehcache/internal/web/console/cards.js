/**
 * All caches, one card each.
 * @module
 */
import { cacheBadges } from './badges.js';
import { attribute, byId, el, Keyed, svg, text } from './dom.js';
import { NUMBERS, PERIODS, percentOf, policyWords, ratio, REMOVALS } from './figures.js';
import { heldWords, number, say } from './language.js';
import { cacheAddress } from './address.js';

function card(cache) {
	const node = el('li', { class: 'card', 'data-testid': 'cache', 'data-name': cache.name });
	const parts = {
		link: el('a', { class: 'choose', text: cache.name }),
		badges: el('span', { class: 'badges' }), policy: el('p', { class: 'policy' }),
		ratios: PERIODS.map(() => el('strong')), spark: svg('svg', { class: 'spark', viewBox: '0 0 180 32', preserveAspectRatio: 'none', 'aria-hidden': 'true' }),
		size: el('span', { class: 'value' }),
		numbers: NUMBERS.map(() => el('dd')), left: el('span', { class: 'value' }),
		bars: REMOVALS.map((name) => el('span', { class: 'part ' + name })),
	};
	node.parts = parts;
	node.append(
		el('div', { class: 'card-head' }, el('h3', {}, parts.link), parts.badges), parts.policy,
		el('div', { class: 'ratios' },
			...PERIODS.map((period, index) => el('p', {}, parts.ratios[index], el('span', { class: 'label', text: say('ratio.' + period) }))), parts.spark),
		el('div', { class: 'measure' }, el('span', { class: 'label', text: say('size') }), parts.size),
		el('dl', { class: 'numbers' }, ...NUMBERS.map(([key], index) => el('div', {}, el('dt', { text: say(key) }), parts.numbers[index]))),
		el('div', { class: 'measure' }, el('span', { class: 'label', text: say('left') }), el('span', { class: 'bar-of', 'aria-hidden': 'true' }, ...parts.bars), parts.left));
	return node;
}

function draw(node, cache) {
	const { name, snapshot, recent, samples, chosen, alarming } = cache;
	const { parts } = node;
	const { statistics, policy } = snapshot;
	attribute(parts.link, 'href', cacheAddress(name));
	attribute(parts.link, 'aria-current', chosen ? 'true' : null);
	node.classList.toggle('chosen', chosen);
	text(parts.policy, policyWords(policy));
	PERIODS.forEach((period, index) => text(parts.ratios[index], percentOf(recent[period])));
	drawSpark(parts.spark, samples);
	text(parts.size, heldWords(snapshot, policy));
	NUMBERS.forEach(([key, value], index) => {
		text(parts.numbers[index], value(snapshot));
		parts.numbers[index].classList.toggle('alarming', alarming.has(key));
	});
	const left = REMOVALS.map((cause) => statistics[cause]);
	const all = left.reduce((total, count) => total + count, 0);
	parts.bars.forEach((bar, index) => bar.style.setProperty('flex-grow', all > 0 ? left[index] / all : 0));
	text(parts.left, say('left.by', Object.fromEntries(REMOVALS.map((cause) => [cause, number(statistics[cause])]))));
	cacheBadges(parts.badges, cache);
}

/** Draws the hit ratio of each step. A step without lookups has no line. */
function drawSpark(picture, samples) {
	const key = samples.at(-1)?.at ?? '';
	if (picture.dataset.shown === key) {
		return;
	}
	picture.dataset.shown = key;
	const lines = [];
	let line = null;
	samples.forEach((sample, index) => {
		const value = ratio(sample.hits, sample.misses);
		if (value === null) {
			line = null;
			return;
		}
		if (line === null) {
			lines.push(line = []);
		}
		line.push([180 - samples.length + index, 30 - value * 28]);
	});
	picture.replaceChildren(svg('line', { x1: 0, x2: 180, y1: 2, y2: 2 }), ...lines.map((points) => svg('polyline', {
		points: (points.length > 1 ? points : [points[0], [points[0][0] + 1, points[0][1]]]).map((point) => point.join(',')).join(' '),
	})));
}

/** All caches, one card each. */
export class Cards {

	#list = new Keyed(byId('cards'), card, draw);

	/**
	 * @param {{name: string, snapshot: any, recent: any, samples: any[], findings: number, chosen: boolean, alarming: Set<string>}[]} caches
	 */
	show(caches) {
		this.#list.show(caches, (cache) => cache.name);
	}

	forget() {
		this.#list.forget();
	}

}
