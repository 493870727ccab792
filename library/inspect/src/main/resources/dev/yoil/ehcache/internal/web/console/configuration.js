/**
 * The configuration: pending changes of ehcache.xml, and those that were applied.
 * @module
 */
import { CHANGEABLE } from './api.js';
import { compare } from './compare.js';
import { byCache, changeList, nameOf, pendingList } from './difference.js';
import { attribute, byId, el, Keyed, renew, text } from './dom.js';
import { clockTime, number, say, tag } from './language.js';

/** The number of applied changes that are shown before the rest is asked for. */
const FEW = 3;

/** The operator of changes that the server applied by itself. */
const AUTOMATIC = 'reload';

/** The figures of a cache: before, predicted and after. */
function effects(cache, { before, predicted, after }) {
	return compare(say('configuration.effect', { cache }), [{ head: say('configuration.before'), figures: before }, { head: say('configuration.predicted'), figures: predicted },
		{ head: say('configuration.after'), figures: after, absent: say('configuration.idle') }]);
}

/** The state in a sentence. */
function stateWords({ state, file, changes }) {
	return say('configuration.' + state, { file, count: number(changes.length) });
}

export class ConfigurationPanel {

	#answer = null;

	#all = false;

	#history = new Keyed(byId('applied'), (one) => this.#make(one), (node, one) => this.#draw(node, one));

	/**
	 * @param {(answer: any) => void} apply applies the pending changes
	 * @param {(id: number, at: string) => void} undo undoes applied changes
	 */
	constructor(apply, undo) {
		this.undo = undo;
		byId('apply').addEventListener('click', () => apply(this.#answer));
		byId('applied-all').addEventListener('click', () => {
			this.#all = true;
			this.show(this.#answer);
			byId('applied-title').focus();
		});
	}

	/** @param {any} answer of the server */
	show(answer) {
		this.#answer = answer;
		const { state, changes, history, problem, remedy } = answer;
		const quiet = !['PENDING', 'INVALID'].includes(state) && history.length === 0;
		const panel = byId('configuration');
		panel.hidden = false;
		panel.classList.toggle('panel', !quiet);
		attribute(panel, 'data-state', state);
		byId('configuration-title').classList.toggle('hidden', quiet);
		text(byId('configuration-state'), stateWords(answer));
		renew(byId('configuration-problem'), state === 'INVALID' ? [problem, remedy].filter(Boolean).map((words) => el('p', { lang: tag() === 'en' ? null : 'en', text: words })) : []);
		byId('configuration-problem').hidden = state !== 'INVALID';
		renew(byId('pending'), pendingList(answer, state === 'INVALID' ? [] : changes, true, true));
		byId('apply').hidden = !CHANGEABLE || state !== 'PENDING' || !changes.some(({ live }) => live);
		byId('applied-title').hidden = history.length === 0;
		this.#history.show(this.#all ? history : history.slice(0, FEW), ({ id }) => String(id));
		byId('applied-all').hidden = this.#all || history.length <= FEW;
		text(byId('applied-all'), say('configuration.all', { count: number(history.length) }));
	}

	#make({ id, at }) {
		const parts = {
			head: el('p', { class: 'what' }), body: el('div'),
			undo: el('button', { type: 'button', class: 'quiet', 'data-changes': true, 'data-testid': 'undo', on: { click: () => this.undo(id, at) } }),
		};
		const node = el('li', { class: 'applied', 'data-testid': 'applied', 'data-id': id }, parts.head, parts.body, parts.undo);
		node.parts = parts;
		return node;
	}

	#draw(node, { id, at, by, undoes, changes, caches }) {
		const { head, body, undo } = node.parts;
		const undone = this.#answer.history.some((other) => other.undoes === id);
		const earlier = this.#answer.history.find((other) => other.id === undoes);
		renew(head, [el('time', { datetime: at, text: clockTime(Date.parse(at)) }), el('span', { class: 'by', text: by === AUTOMATIC ? say('configuration.automatic') : say('removal.by', { by }) }),
			earlier ? el('span', { text: say('configuration.undoes', { time: clockTime(Date.parse(earlier.at)) }) }) : null,
			undone ? el('span', { class: 'badge none-here', text: say('configuration.undone') }) : null]);
		renew(body, byCache(changes).map(([cache, own]) => el('div', { class: 'applied-cache' }, el('p', {}, nameOf(cache)), changeList(own),
			Object.hasOwn(caches, cache) ? effects(cache, caches[cache]) : null)));
		text(undo, say('configuration.undo'));
		attribute(undo, 'aria-label', say('configuration.undo.of', { time: clockTime(Date.parse(at)) }));
		undo.hidden = !CHANGEABLE || undone;
	}

	/** Shows everything in the present language. */
	forget() {
		this.#history.forget();
		if (this.#answer !== null) {
			this.show(this.#answer);
		}
	}

}
