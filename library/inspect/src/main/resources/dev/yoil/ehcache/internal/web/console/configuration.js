/**
 * The configuration: pending changes of ehcache.xml, and those that were applied.
 * @module
 */
import { CHANGEABLE } from './api.js';
import { byCache, changeList, nameOf, pendingList } from './difference.js';
import { attribute, byId, el, renew, text } from './dom.js';
import { clockTime, number, say, tag } from './language.js';

/** The number of applied changes that are shown before the rest is asked for. */
const FEW = 3;

/** The operator of changes that the server applied by itself. */
const AUTOMATIC = 'reload';

/** The state in a sentence. */
function stateWords({ state, file, changes }) {
	return say('configuration.' + state, { file, count: number(changes.length) });
}

/** The changes that were applied at once. */
function applied({ at, by, changes }) {
	return el('li', { class: 'applied', 'data-testid': 'applied' },
		el('p', { class: 'what' }, el('time', { datetime: at, text: clockTime(Date.parse(at)) }), el('span', { class: 'by', text: by === AUTOMATIC ? say('configuration.automatic') : say('removal.by', { by }) })),
		...byCache(changes).map(([cache, own]) => el('div', {}, el('p', {}, nameOf(cache)), changeList(own))));
}

export class ConfigurationPanel {

	#answer = null;

	#all = false;

	/** @param {(answer: any) => void} apply applies the pending changes */
	constructor(apply) {
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
		renew(byId('applied'), (this.#all ? history : history.slice(0, FEW)).map(applied));
		byId('applied-all').hidden = this.#all || history.length <= FEW;
		text(byId('applied-all'), say('configuration.all', { count: number(history.length) }));
	}

	/** Shows everything in the present language. */
	forget() {
		if (this.#answer !== null) {
			this.show(this.#answer);
		}
	}

}
