/**
 * Removals from the selected cache: time, cause and operator.
 * @module
 */
import { byId, el, Keyed, svg, text } from './dom.js';
import { clockTime, number, say } from './language.js';
import { keyNode, keyText } from './keys.js';
import { duration } from './time.js';
import { merge } from './timeline.js';

/** The maximum number of removals shown. */
const MOST = 200;

/** The number of removals that the server keeps. */
const ALL = 1000;

/** The causes, each with the lines of its icon. */
const ICONS = {
	EXPIRED_TTL: 'M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12M8 5v3l2 2',
	EXPIRED_TTI: 'M4 2h8M4 14h8M5 2c0 4 6 8 6 12M11 2c0 4-6 8-6 12',
	UNTIL: 'M2.500 4h11v9.500h-11zM2.500 7h11M5.500 2v3M10.500 2v3',
	EXPIRED_VALUE: 'M4 2h6l3 3v9H4zM8.500 6v4l2 1.500',
	EVICTED: 'M2 9v5h12V9M8 10V2M5 5l3-3l3 3',
	REMOVED: 'M4 4l8 8M12 4l-8 8',
	CLEARED: 'M3 5h10M6 5V3h4v2M4.500 5l.700 9h5.600l.700-9',
	REPLACED: 'M13 8a5 5 0 0 1-9 3M3 8a5 5 0 0 1 9-3M12 2v3H9M4 14v-3h3',
	BYPASSED: 'M1.500 11C2 2 12 2 12.500 10.500M9.700 8.200l2.800 2.800l2.600-2.800M6.800 10.500a1 1 0 1 0 0 2a1 1 0 1 0 0-2',
	GONE: 'M3 4c0-2 10-2 10 0s-10 2-10 0v8c0 2 10 2 10 0V4M6 8l4 3M10 8l-4 3',
	OPERATION: 'M8 2.500a2.500 2.500 0 1 0 0 5a2.500 2.500 0 1 0 0-5M3 14c0-3 2-5 5-5s5 2 5 5',
};

/** The icon and the word of a cause. */
export function causeNode(cause) {
	return el('span', { class: 'cause cause-' + cause }, icon(cause), el('span', { text: say('cause.' + cause) }));
}

function icon(cause) {
	return svg('svg', { viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true' }, svg('path', { d: ICONS[cause] ?? ICONS.REMOVED }));
}

function timeNode(at) {
	return el('time', { datetime: at });
}

/** Shows the time, with the date if it was not today. */
function draw(node, { at }) {
	text(node.querySelector('time'), clockTime(Date.parse(at)));
}

function make({ removal, operation, at, cause }) {
	const node = el('li', { class: 'removal', 'data-testid': removal ? 'removal' : 'operation', 'data-cause': cause });
	if (operation) {
		const words = say('operation.' + operation.action, { by: operation.by, target: keyText(operation.target ?? ''), count: number(operation.removed ?? 0) }) + (operation.everywhere ? ' · ' + say('cluster.all') : '');
		node.append(el('p', { class: 'what' }, causeNode(cause), timeNode(at)), el('p', { class: 'operation', text: words }));
		return node;
	}
	const detail = say('removal.after', { age: duration(removal.ageMillis), hits: number(removal.hitCount), version: number(removal.version) });
	node.append(el('p', { class: 'what' }, causeNode(cause), timeNode(at)), el('p', { class: 'which' }, keyNode(removal.key)),
		el('p', { class: 'how' }, detail, removal.by ? el('span', { class: 'by', text: ' · ' + say('removal.by', { by: removal.by }) }) : null));
	return node;
}

export class RemovalList {

	#list = new Keyed(byId('removals'), make, draw);

	#removals = [];

	#operations = [];

	/** The cause of the shown removals; '' for all. */
	#cause = '';

	/** @param {() => void} ask requests the removals at once */
	constructor(ask) {
		byId('cause').addEventListener('change', () => {
			this.#cause = byId('cause').value;
			this.#draw();
			ask();
		});
		this.forget();
	}

	/** The number of removals to request: all for a single cause, which may be rare. */
	limit() {
		return this.#cause === '' ? MOST : ALL;
	}

	/** @param {any[]} removals the latest first */
	show(removals) {
		this.#removals = removals;
		this.#draw();
	}

	/** @param {any[]} operations the latest first */
	showOperations(operations) {
		this.#operations = operations;
		this.#draw();
	}

	#draw() {
		const items = merge(this.#removals, this.#operations, this.#cause).slice(0, MOST);
		this.#list.show(items, (item) => item.name);
		byId('no-removals').hidden = items.length > 0;
		text(byId('no-removals'), say(this.#cause !== '' ? 'removals.filtered' : 'removals.none'));
	}

	/** Creates everything again in the present language. */
	forget() {
		this.#list.forget();
		byId('no-removals').hidden = true;
		byId('cause').replaceChildren(el('option', { value: '', text: say('cause.any') }),
			...Object.keys(ICONS).map((cause) => el('option', { value: cause, text: say('cause.' + cause) })));
		byId('cause').value = this.#cause;
		if (this.#removals.length + this.#operations.length > 0) {
			this.#draw();
		}
	}

	/** Empties the list, for another cache. */
	clear() {
		this.#removals = [];
		this.#operations = [];
		this.#list.forget();
		byId('no-removals').hidden = true;
	}

}
