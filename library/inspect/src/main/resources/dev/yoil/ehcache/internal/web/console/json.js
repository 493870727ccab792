/**
 * JSON as a tree that can be folded. Folded parts are created on demand, so that a megabyte costs no more than its visible part.
 * @module
 */
import { el } from './dom.js';
import { number, say } from './language.js';
import { parts, shortened } from './keys.js';

/** The maximum number of items or fields shown at once. */
const AT_ONCE = 100;

/** The number of fields in the summary of a folded part. */
const PREVIEWED = 3;

/** The maximum number of characters shown at once. */
const LONGEST = 500;

/** A number as it is written, where JavaScript would round it. */
class Exact {

	constructor(source) {
		this.source = source;
	}

}

/**
 * Reads a text as JSON.
 * @param {string} text any text
 * @returns {{value: any}|null} null if it is no list and no object in JSON
 */
export function parseJson(text) {
	if (!/^\s*[[{]/.test(text)) {
		return null;
	}
	try {
		return { value: JSON.parse(text, (key, value, context) => (typeof value === 'number' && context?.source !== undefined && String(value) !== context.source ? new Exact(context.source) : value)) };
	}
	catch {
		return null;
	}
}

/** A value as a tree; the outermost is open. */
export function jsonTree(value) {
	return el('div', { class: 'json' }, node(null, value, true));
}

function node(name, value, open = false) {
	const label = name === null ? [] : [el('span', { class: 'json-name', text: name }), ': '];
	if (value === null || typeof value !== 'object' || value instanceof Exact) {
		return el('div', { class: 'json-leaf' }, ...label, leaf(value));
	}
	const fields = Array.isArray(value) ? value.map((item, index) => [String(index), item]) : Object.entries(value);
	const count = el('span', { class: 'json-count', text: say(Array.isArray(value) ? 'json.items' : 'json.fields', { count: number(fields.length) }) });
	const children = el('div', { class: 'json-children' });
	const branch = el('details', { open }, el('summary', {}, ...label, Array.isArray(value) ? '[ ] ' : '{ } ', count, ...(open ? [] : [preview(fields)])), children);
	const fill = () => children.childElementCount === 0 && more(children, fields, 0);
	branch.addEventListener('toggle', () => branch.open && fill());
	if (open) {
		fill();
	}
	return branch;
}

/** The summary of a folded part. */
function preview(fields) {
	const plain = fields.slice(0, PREVIEWED).filter(([, value]) => value === null || typeof value !== 'object' || value instanceof Exact);
	const words = plain.map(([name, value]) => name + ': ' + (typeof value === 'string' ? shortened(value, 24) : value instanceof Exact ? value.source : String(value))).join(', ');
	return el('bdi', { class: 'json-preview' }, ...parts(words).map((part) => (part.unseen ? el('span', { class: 'unseen', text: part.text }) : part.text)));
}

function more(children, fields, from) {
	const end = Math.min(fields.length, from + AT_ONCE);
	children.append(...fields.slice(from, end).map(([name, value]) => node(name, value)));
	if (end < fields.length) {
		const button = el('button', { type: 'button', class: 'quiet', text: say('json.more', { count: number(fields.length - end) }), on: { click: () => {
			const last = children.lastElementChild;
			more(children, fields, end);
			(last.nextElementSibling?.querySelector('summary') ?? children.querySelector(':scope > button:last-child') ?? children.closest('details').querySelector('summary')).focus();
			last.remove();
		} } });
		children.append(button);
	}
}

function leaf(value) {
	if (typeof value === 'string') {
		return textLeaf(value);
	}
	return el('span', { class: 'json-' + (value instanceof Exact ? 'number' : value === null ? 'null' : typeof value), text: value instanceof Exact ? value.source : String(value) });
}

function textLeaf(value) {
	const shown = value.length > LONGEST ? value.slice(0, LONGEST) + '…' : value;
	const leafNode = el('bdi', { class: 'json-string' });
	write(leafNode, shown);
	if (value.length <= LONGEST) {
		return leafNode;
	}
	const whole = el('button', { type: 'button', class: 'quiet', text: say('json.whole', { count: number(value.length) }), on: { click: () => {
		write(leafNode, value);
		leafNode.tabIndex = -1;
		leafNode.focus();
		whole.remove();
	} } });
	return el('span', {}, leafNode, ' ', whole);
}

function write(target, value) {
	target.replaceChildren(...parts(JSON.stringify(value)).map((part) => (part.unseen ? el('span', { class: 'unseen', text: part.text }) : part.text)));
}
