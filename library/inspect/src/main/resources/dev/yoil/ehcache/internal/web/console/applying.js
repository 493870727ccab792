/**
 * Applies changes of ehcache.xml, and undoes them, after a dry run.
 * @module
 */
import { change } from './api.js';
import { complaint } from './changes.js';
import { ask, report } from './dialog.js';
import { pendingList } from './difference.js';
import { byId, el } from './dom.js';
import { clockTime, number, say } from './language.js';
import { signedIn } from './sign.js';

const PATH = '/configuration';

/**
 * Shows the result of a dry run in a dialog. Makes the changes after a confirmation.
 * @param {object} asked the body of the request
 * @param {{title: string, help: string, confirm: string, done: (count: string) => string}} words
 * @param {(answer: any) => void} changed called with the configuration after an attempt; null if it failed
 */
async function confirmed(asked, words, changed) {
	if (!await signedIn()) {
		return;
	}
	let planned;
	try {
		planned = await change('POST', PATH, { ...asked, dryRun: true });
	}
	catch (problem) {
		report(complaint(problem), true);
		changed(null);
		return;
	}
	const live = planned.changes.filter((one) => one.live);
	const later = planned.changes.filter((one) => !one.live);
	const done = await ask({
		title: words.title,
		body: [el('p', { text: words.help }), el('ul', { class: 'pending', 'data-testid': 'planned' }, ...pendingList(planned, live)),
			...(later.length > 0 ? [el('p', { class: 'help', text: say('configuration.rest') }), el('ul', { class: 'pending' }, ...pendingList({ ...planned, predictions: {} }, later, true))] : [])],
		confirm: words.confirm,
		act: async () => {
			try {
				const answer = await change('POST', PATH, { ...asked, dryRun: false, digest: planned.digest });
				report(words.done(number(live.length)));
				changed(answer);
				return true;
			}
			catch (problem) {
				changed(null);
				throw new Error(complaint(problem));
			}
		},
	});
	if (done) {
		// The button that opened the dialog is gone.
		byId('configuration-title').focus();
	}
}

/** Applies the pending changes. @param {any} answer the configuration with the changes @param {(answer: any) => void} changed */
export function apply({ file, digest }, changed) {
	return confirmed({ digest }, {
		title: say('configuration.apply.title', { file }), help: say('configuration.apply.help'), confirm: say('configuration.apply.confirm'),
		done: (count) => say('configuration.apply.done', { count }),
	}, changed);
}

/** Undoes applied changes. @param {number} id of them @param {string} at their time @param {(answer: any) => void} changed */
export function undo(id, at, changed) {
	const time = clockTime(Date.parse(at));
	return confirmed({ undo: id }, {
		title: say('configuration.undo.title', { time }), help: say('configuration.undo.help'), confirm: say('configuration.undo.confirm'),
		done: () => say('configuration.undo.done', { time }),
	}, changed);
}
