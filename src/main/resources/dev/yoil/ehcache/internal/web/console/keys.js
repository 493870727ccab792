/**
 * Keys as text that shows what is in them.
 * @module
 */
import { say } from './language.js';
import { el } from './dom.js';

/** As many characters of a key as a row shows. */
const IN_A_ROW = 120;

/** What would not be seen, or would change how the rest is shown. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ud800-\udfff]/u;

const ESCAPES = { '\0': '\\0', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** What is written for a character that is not seen. */
function visible(character) {
	return ESCAPES[character] ?? '\\u' + character.codePointAt(0).toString(16).padStart(4, '0');
}

/** A picture made of several, such as a family: what joins them is no character of its own. */
const PICTURE = /\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*)+|./gsu;

/**
 * A text in parts that are as they are, and parts that stand for a character that is not seen.
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

/** A key as an element, shortened unless told. */
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
