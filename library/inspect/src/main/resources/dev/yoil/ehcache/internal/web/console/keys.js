/**
 * Keys as text with invisible characters made visible.
 * @module
 */
import { say } from './language.js';
import { el } from './dom.js';

/** The maximum number of characters of a key in a row. */
const IN_A_ROW = 120;

/** Characters that are invisible or change the display of others. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ud800-\udfff]/u;

const ESCAPES = { '\0': '\\0', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** The replacement of an invisible character. */
function visible(character) {
	return ESCAPES[character] ?? '\\u' + character.codePointAt(0).toString(16).padStart(4, '0');
}

/** An emoji of several code points, such as a family: its joiners are not shown. */
const PICTURE = /\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*)+|./gsu;

/**
 * Splits a text into plain parts and invisible characters.
 * @param {string} text any text
 * @returns {{text: string, unseen: boolean}[]}
 */
export function parts(text) {
	const found = [];
	let plain = '';
	for (const [character] of text.matchAll(PICTURE)) {
		if (character.length <= 2 && UNSEEN.test(character)) {
			if (plain !== '') {
				found.push({ text: plain, unseen: false });
				plain = '';
			}
			found.push({ text: visible(character), unseen: true });
		}
		else {
			plain += character;
		}
	}
	return plain === '' ? found : [...found, { text: plain, unseen: false }];
}

/** The beginning of a key, never through the middle of a character. */
export function shortened(key, most = IN_A_ROW) {
	if (key.length <= most) {
		return key;
	}
	const end = /[\ud800-\udbff]/.test(key[most - 1]) ? most - 1 : most;
	return key.slice(0, end) + '…';
}

/** A key as an element, shortened by default. */
export function keyNode(key, whole = false) {
	const node = el('bdi', { class: 'key' });
	const shown = whole ? key : shortened(key);
	if (shown === '') {
		node.append(el('span', { class: 'unseen', text: say('key.empty') }));
	}
	for (const part of parts(shown)) {
		node.append(part.unseen ? el('span', { class: 'unseen', text: part.text }) : part.text);
	}
	return node;
}

/** A key in a sentence. */
export function keyText(key) {
	return '\u2068' + (parts(shortened(key, 60)).map((part) => part.text).join('') || say('key.empty')) + '\u2069';
}
