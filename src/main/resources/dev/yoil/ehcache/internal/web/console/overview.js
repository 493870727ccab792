/**
 * All caches, one card each.
 * @module
 */
import { attribute, byId, el, Keyed, svg, text } from './dom.js';
import { bytes, number, percent, say, heldWords } from './language.js';
import { configured, cron, fineDuration } from './time.js';
import { ratio, sum } from './rates.js';
import { cacheAddress } from './address.js';

/** A policy in words. */
export function policyWords(policy) {
	const said = [];
	const time = (key, value) => value && said.push(say(key, { time: configured(value) }));
	time('policy.ttl', policy.ttl);
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
	return said.join(' · ');
}

const NUMBERS = [['loads', (s) => number(s.loads)], ['load.mean', (s) => (s.loads > s.failedLoads ? fineDuration(s.meanLoadMillis) : '–')],
	['shared', (s) => number(s.sharedLoads)], ['stale', (s) => number(s.staleServed)], ['failed', (s) => number(s.failedLoads)]];

const LEFT = ['evictions', 'expirations', 'explicitRemovals'];

function card(cache) {
	const node = el('li', { class: 'card', 'data-testid': 'cache', 'data-name': cache.name });
	const parts = {
		link: el('a', { href: cacheAddress(cache.name), class: 'choose', text: cache.name }),
		badges: el('span', { class: 'badges' }), policy: el('p', { class: 'policy' }),
		now: el('strong', { 'data-testid': 'hit-ratio' }), quarter: el('strong', { 'data-testid': 'hit-ratio-quarter' }), spark: svg('svg', { class: 'spark', viewBox: '0 0 180 32', preserveAspectRatio: 'none', 'aria-hidden': 'true' }),
		size: el('span', { class: 'value' }), meter: el('meter', { min: '0', max: '1', 'aria-label': say('size') }),
		numbers: NUMBERS.map(() => el('dd')), left: el('span', { class: 'value' }),
		bars: LEFT.map((name) => el('span', { class: 'part ' + name })),
	};
	node.parts = parts;
	node.append(
		el('div', { class: 'card-head' }, el('h3', {}, parts.link), parts.badges), parts.policy,
		el('div', { class: 'ratios' },
			el('p', {}, parts.now, el('span', { class: 'label', text: say('ratio') + ', ' + say('ratio.now'), title: say('ratio.now.long') })),
			el('p', {}, parts.quarter, el('span', { class: 'label', text: say('ratio.quarter') })), parts.spark),
		el('div', { class: 'measure' }, el('span', { class: 'label', text: say('size') }), parts.meter, parts.size),
		el('dl', { class: 'numbers' }, ...NUMBERS.map(([key], index) => el('div', {}, el('dt', { text: say(key) }), parts.numbers[index]))),
		el('div', { class: 'measure' }, el('span', { class: 'label', text: say('left') }), el('span', { class: 'bar-of', 'aria-hidden': 'true' }, ...parts.bars), parts.left));
	return node;
}

function draw(node, { name, snapshot, now, samples, findings, chosen, alarming }) {
	const { parts } = node;
	const { statistics, policy } = snapshot;
	attribute(parts.link, 'aria-current', chosen ? 'true' : null);
	node.classList.toggle('chosen', chosen);
	text(parts.policy, policyWords(policy));
	text(parts.now, now === null ? say('ratio.idle') : percent(now));
	parts.now.classList.toggle('idle', now === null);
	const quarter = ratio(sum(samples, 'hits'), sum(samples, 'misses'));
	text(parts.quarter, quarter === null ? '–' : percent(quarter));
	drawSpark(parts.spark, samples);
	text(parts.size, heldWords(snapshot, policy));
	parts.meter.value = policy.capacity === null ? snapshot.bytes / policy.capacityBytes : snapshot.size / policy.capacity;
	NUMBERS.forEach(([key, value], index) => {
		text(parts.numbers[index], value(statistics));
		parts.numbers[index].classList.toggle('alarming', alarming.has(key));
	});
	const left = LEFT.map((cause) => statistics[cause]);
	const all = left.reduce((total, count) => total + count, 0);
	parts.bars.forEach((bar, index) => bar.style.setProperty('flex-grow', all > 0 ? left[index] / all : 0));
	text(parts.left, say('left.by', Object.fromEntries(LEFT.map((cause) => [cause, number(statistics[cause])]))));
	drawBadges(parts.badges, snapshot.bypassed, findings);
}

function drawBadges(badges, bypassed, findings) {
	const wanted = [bypassed ? ['bypassed', say('bypassed')] : null, findings > 0 ? ['found', say('findings.count', { count: number(findings) })] : null].filter(Boolean);
	const key = JSON.stringify(wanted);
	if (badges.dataset.shown !== key) {
		badges.dataset.shown = key;
		badges.replaceChildren(...wanted.map(([kind, words]) => el('span', { class: 'badge ' + kind, text: words })));
	}
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

/** The list of all caches. */
export class Overview {

	#list = new Keyed(byId('caches'), card, draw);

	/**
	 * @param {{name: string, snapshot: any, now: number|null, samples: any[], findings: number, chosen: boolean, alarming: Set<string>}[]} caches
	 */
	show(caches) {
		byId('no-caches').hidden = caches.length > 0;
		this.#list.show(caches, (cache) => cache.name);
	}

	forget() {
		this.#list.forget();
	}

}

/** A size; unknown sizes have a dash. */
export function sizeWords(size) {
	return typeof size === 'number' ? bytes(size) : '–';
}
