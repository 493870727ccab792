/**
 * Applies the changes of ehcache.xml after a dry run.
 * @module
 */
import { change } from './api.js';
import { complaint } from './changes.js';
import { ask, report } from './dialog.js';
import { pendingList } from './difference.js';
import { byId, el } from './dom.js';
import { number, say } from './language.js';
import { signedIn } from './sign.js';

const PATH = '/configuration';

/**
 * Shows the result of a dry run in a dialog. Makes the changes after a confirmation.
 * @param {any} answer the configuration with the pending changes
 * @param {(answer: any) => void} changed called with the configuration after an attempt; null if it failed
 */
export async function apply({ file, digest }, changed) {
	if (!await signedIn()) {
		return;
	}
	let planned;
	try {
		planned = await change('POST', PATH, { digest, dryRun: true });
	}
	catch (problem) {
		report(complaint(problem), true);
		changed(null);
		return;
	}
	const live = planned.changes.filter((one) => one.live);
	const later = planned.changes.filter((one) => !one.live);
	const done = await ask({
		title: say('configuration.apply.title', { file }),
		body: [el('p', { text: say('configuration.apply.help') }), el('ul', { class: 'pending', 'data-testid': 'planned' }, ...pendingList(planned, live)),
			...(later.length > 0 ? [el('p', { class: 'help', text: say('configuration.rest') }), el('ul', { class: 'pending' }, ...pendingList({ ...planned, predictions: {} }, later, true))] : [])],
		confirm: say('configuration.apply.confirm'),
		act: async () => {
			try {
				const answer = await change('POST', PATH, { digest: planned.digest, dryRun: false });
				report(say('configuration.apply.done', { count: number(live.length) }));
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
