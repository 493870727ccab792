/**
 * Small labels of a state.
 * @module
 */
import { el } from './dom.js';
import { number, say } from './language.js';

/** Shows labels. @param {[string, string][]} wanted the kind and the words of each */
export function badges(place, wanted) {
	const key = JSON.stringify(wanted);
	if (place.dataset.shown !== key) {
		place.dataset.shown = key;
		place.replaceChildren(...wanted.map(([kind, words]) => el('span', { class: 'badge ' + kind, text: words })));
	}
}

/** Shows the labels of a cache: its worst trouble, a bypass, and findings. */
export function cacheBadges(place, { alarming, snapshot, findings }) {
	badges(place, [...[...alarming].slice(0, 1).map((trouble) => ['alarm', say('badge.' + trouble)]), ...(snapshot.bypassed ? [['bypassed', say('bypassed')]] : []),
		...(findings > 0 ? [['found', say('findings.count', { count: number(findings) })]] : [])]);
}
