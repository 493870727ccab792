/**
 * Signing in and out.
 * @module
 */
import { isSignedIn, signIn, signOut } from './api.js';
import { ask, report } from './dialog.js';
import { byId, el, text } from './dom.js';
import { say } from './language.js';
import { duration } from './time.js';

/** Shows in the button what it does. */
export function drawSign() {
	text(byId('sign'), say(isSignedIn() ? 'sign.out' : 'sign.in'));
}

/**
 * Has somebody sign in, unless that is done.
 * @param {string} [why] the key of what is said of the reason
 * @returns {Promise<boolean>} whether somebody is signed in
 */
export async function signedIn(why = 'sign.why') {
	if (isSignedIn()) {
		return true;
	}
	if (byId('change').open) {
		return false;
	}
	const password = el('input', { type: 'password', name: 'password', autocomplete: 'current-password', 'data-testid': 'password' });
	return ask({
		title: say('sign.in'),
		body: [el('p', { text: say(why) }),
			el('label', {}, el('span', { text: say('sign.name') }), ' ', el('input', { name: 'username', value: 'admin', readonly: true, autocomplete: 'username' })),
			el('label', {}, el('span', { text: say('sign.password') }), ' ', password)],
		confirm: say('sign.in'),
		async act() {
			if (password.value === '') {
				throw new Error(say('sign.empty'));
			}
			try {
				await signIn(password.value);
			}
			catch (problem) {
				password.select();
				throw new Error(complaint(problem));
			}
			report(say('sign.done'));
			return true;
		},
	});
}

function complaint(problem) {
	if (problem.status === 401) {
		return say('sign.wrong');
	}
	if (problem.status === 429) {
		return say('sign.wait', { time: duration(problem.retryAfter * 1000) });
	}
	return problem.status === 0 ? say('failed.unheard') : problem.detail;
}

/** Signs out, or in. */
export async function toggleSign() {
	if (isSignedIn()) {
		signOut();
		report(say('sign.over'));
	}
	else {
		await signedIn();
	}
}
