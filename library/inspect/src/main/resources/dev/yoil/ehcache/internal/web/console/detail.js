/**
 * One entry with its value and its versions.
 * @module
 */
import { CHANGEABLE } from './api.js';
import { showElsewhere } from './cluster.js';
import { byId, define, el, text } from './dom.js';
import { amend, current } from './address.js';
import { clockTime, number, say } from './language.js';
import { countdown, drawCountdown } from './countdown.js';
import { causeNode } from './removals.js';
import { fill, settleReport } from './dialog.js';
import { keyNode } from './keys.js';
import { jsonTree, parseJson } from './json.js';
import { levelNames } from './levels.js';
import { duration } from './time.js';
import { sizeWords } from './figures.js';

/** Interval of updates of the bar, in milliseconds. */
const TICK = 250;

/** A dialog that shows the entry in the address of the page. */
export class Detail {

	#dialog = byId('entry-detail');

	#parts = null;

	#entry = null;

	/** The data behind the shown value and history. */
	#shown = ['', ''];

	#opener = null;

	/**
	 * @param {(entry: any) => Promise<void>} remove removes the entry
	 * @param {(entry: any) => Promise<void>} removeEverywhere removes the entries of its key on all instances
	 */
	constructor(remove, removeEverywhere) {
		this.remove = remove;
		this.removeEverywhere = removeEverywhere;
		this.#dialog.addEventListener('close', () => this.#closed());
		this.#dialog.addEventListener('click', (event) => event.target === this.#dialog && this.#dialog.close());
		setInterval(() => this.#tick(), TICK);
	}

	isOpen() {
		return this.#dialog.open;
	}

	/** Opens or closes by the URL. @param {any} known the data of a list about the entry */
	follow(known) {
		if (current().entry === '') {
			if (this.#dialog.open) {
				this.#dialog.close();
			}
			return;
		}
		this.#shown = ['', ''];
		this.#entry = null;
		this.#make();
		if (!this.#dialog.open) {
			this.#opener = document.activeElement;
			this.#dialog.showModal();
			settleReport();
		}
		if (known) {
			this.update(known);
		}
	}

	#closed() {
		this.#entry = null;
		this.#parts = null;
		fill(this.#dialog);
		amend({ entry: '' });
		if (this.#opener?.isConnected) {
			this.#opener.focus();
		}
	}

	#make() {
		const parts = {
			title: el('h2', { id: 'detail-title' }), note: el('p', { class: 'note', role: 'status' }), facts: el('dl', { class: 'facts' }), countdown: countdown(),
			load: el('p', { class: 'note' }), head: el('p', { class: 'note' }), value: el('div', { class: 'value-box' }, el('p', { class: 'none', text: say('detail.loading') })), history: el('ol', { class: 'history' }),
			key: el('div', { class: 'whole-key', tabindex: '0', role: 'group', 'aria-label': say('detail.key') }),
			copy: el('button', { type: 'button', 'data-testid': 'copy-key', text: say('copy'), on: { click: () => this.#copy() } }),
			remove: el('button', { type: 'button', class: 'danger', 'data-changes': true, 'data-testid': 'remove', text: say('remove'), hidden: !CHANGEABLE, on: { click: () => this.#entry && this.remove(this.#entry) } }),
			elsewhere: el('section', { 'aria-labelledby': 'elsewhere-title', hidden: true }), links: el('ul', { class: 'elsewhere' }),
			removeEverywhere: el('button', { type: 'button', class: 'danger', 'data-changes': true, 'data-testid': 'remove-everywhere', text: say('cluster.key.remove'), hidden: true,
				on: { click: () => this.#entry && this.removeEverywhere(this.#entry) } }),
		};
		parts.elsewhere.append(el('h3', { id: 'elsewhere-title', text: say('cluster.elsewhere') }), parts.links);
		parts.title.textContent = say('detail.key');
		this.#parts = parts;
		fill(this.#dialog,
			el('div', { class: 'dialog-head' }, parts.title, el('button', { type: 'button', 'data-testid': 'close', autofocus: true, text: say('close'), on: { click: () => this.#dialog.close() } })),
			parts.key, el('div', { class: 'actions' }, parts.copy, parts.remove, parts.removeEverywhere), parts.note, parts.countdown, parts.facts,
			el('h3', { text: say('detail.value') }), parts.load, parts.head, parts.value, parts.elsewhere, el('h3', { text: say('detail.history') }), parts.history);
	}

	/** Shows the entry as it is in a list, without its value. */
	update(entry) {
		if (!this.#parts) {
			return;
		}
		const parts = this.#parts;
		this.#entry = { ...this.#entry, ...entry };
		if (parts.key.dataset.key !== entry.key) {
			parts.key.dataset.key = entry.key;
			parts.key.replaceChildren(keyNode(entry.key, true));
		}
		const details = Object.entries(this.#entry.valueDetails ?? {}).map(([name, value]) => [name, typeof value === 'number' ? number(value) : String(value)]);
		const facts = [[say('hits'), number(entry.hitCount)], [say('detail.version'), number(entry.version)], [say('size'), sizeWords(entry.size)],
			[say('detail.created'), clockTime(Date.parse(entry.createdAt))], [say('detail.accessed'), clockTime(Date.parse(entry.lastAccessedAt))],
			...(entry.levels ? [[say('levels'), levelNames(['HEAP', ...entry.levels])]] : []), ...details];
		define(parts.facts, facts);
		this.#tick();
	}

	/** Shows the entry with its value and history. */
	show(entry) {
		if (!this.#parts || entry.id !== current().entry) {
			return;
		}
		const parts = this.#parts;
		this.update(entry);
		text(parts.note, '');
		parts.remove.disabled = false;
		const [value, history] = this.#shown;
		this.#shown = [JSON.stringify([entry.version, entry.createdAt, entry.value.length]), JSON.stringify(entry.history)];
		if (value !== this.#shown[0]) {
			this.#value(parts, entry);
		}
		if (history !== this.#shown[1]) {
			this.#history(parts, entry.history ?? []);
		}
	}

	#value(parts, entry) {
		parts.load.replaceChildren(entry.load ? loadNode(entry.load) : '');
		const cut = entry.value.length < entry.valueLength;
		text(parts.head, cut ? say('detail.cut', { shown: number(entry.value.length), length: number(entry.valueLength) }) : say('detail.length', { length: number(entry.valueLength) }));
		const json = cut ? null : parseJson(entry.value);
		parts.value.replaceChildren(json ? jsonTree(json.value) : el('pre', { tabindex: '0', 'aria-label': say('detail.value'), dir: 'auto', text: entry.value }));
	}

	#history(parts, history) {
		parts.history.replaceChildren(...history.map((past) => el('li', {}, causeNode(past.cause), ' ', el('time', { datetime: past.at, text: clockTime(Date.parse(past.at)) }), ' ',
			el('span', { text: say('removal.after', { age: duration(past.ageMillis), hits: number(past.hitCount), version: number(past.version) }) }), past.by ? ' · ' + say('removal.by', { by: past.by }) : '', past.region ? ' · ' + say('removal.region', { region: past.region }) : '', past.load ? loadNode(past.load) : '')));
		if (history.length === 0) {
			parts.history.replaceChildren(el('li', { class: 'none', text: say('detail.history.none') }));
		}
	}

	/** The key of the shown entry; null for none or if unknown. */
	key() {
		return this.#parts === null ? null : this.#entry?.key ?? null;
	}

	/** Links to the key on the other instances of a cluster. @param {any[]} others */
	showElsewhere(others) {
		if (this.#parts !== null && this.key() !== null) {
			this.#parts.removeEverywhere.hidden = !CHANGEABLE;
			showElsewhere(this.#parts.links, others, current().cache, this.key());
			this.#parts.elsewhere.hidden = this.#parts.links.childElementCount === 0;
		}
	}

	/** Says that the entry has left. */
	gone() {
		if (this.#parts) {
			text(this.#parts.note, say('detail.gone'));
			this.#parts.remove.disabled = true;
			if (!this.#entry) {
				this.#parts.value.replaceChildren();
			}
		}
	}

	/** Says why nothing more is known. @param {{status: number, detail: string}} problem */
	failed(problem) {
		if (this.#parts) {
			text(this.#parts.note, problem.status === 0 ? say('detail.unheard') : say('entries.failed', { detail: problem.detail || problem.status }));
		}
	}

	/** Creates everything again in the present language. */
	forget() {
		if (this.#dialog.open) {
			this.follow(this.#entry);
		}
	}

	async #copy() {
		try {
			await navigator.clipboard.writeText(this.#entry.key);
			text(this.#parts.note, say('copied'));
		}
		catch {
			text(this.#parts.note, say('copy.failed'));
		}
	}

	#tick() {
		if (this.#entry && this.#parts && !document.hidden) {
			drawCountdown(this.#parts.countdown, this.#entry);
		}
	}

}

/** Describes the load of a value. */
function loadNode(load) {
	const versions = Object.entries(load.versions).map(([region, version]) => region + ' ' + number(version)).join(', ');
	return el('span', { class: 'load', 'data-testid': 'load' },
		say(load.refresh ? 'load.refresh' : 'load.load', { when: clockTime(Date.parse(load.startedAt)), level: load.level, time: duration(load.millis) }),
		versions ? ' · ' + say('load.versions', { versions }) : '', load.traceId ? ' · ' + say('load.trace', { trace: load.traceId }) : '');
}
