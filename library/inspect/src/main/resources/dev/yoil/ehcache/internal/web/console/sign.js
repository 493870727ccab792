/**
 * Signing in and out.
 * @module
 */
import { isKnown, isSignedIn, SIGN_IN, signIn, signOut, userName } from './api.js';
import { ask, report } from './dialog.js';
import { byId, el, text } from './dom.js';
import { say } from './language.js';
import { duration } from './time.js';

/** The minimum time between redirects, in milliseconds; it prevents a loop if a signed-in user is rejected. */
const PAUSE = 30_000;

/** Shows the signed-in user and the button. A user signed in elsewhere signs out there. */
export function drawSign() {
	text(byId('user'), userName() === '' ? '' : say('sign.user', { name: userName() }));
	byId('sign').hidden = SIGN_IN === '' || isKnown();
	text(byId('sign'), say(isSignedIn() ? 'sign.out' : 'sign.in'));
}

/**
 * Asks for a sign-in if there is none.
 * @param {string} [why] the key of the reason
 * @returns {Promise<boolean>} whether a user is signed in
 */
export async function signedIn(why = 'sign.why') {
	if (isSignedIn()) {
		return true;
	}
	if (SIGN_IN === '') {
		// The server's response gives the reason.
		return true;
	}
	if (byId('change').open) {
		return false;
	}
	if (SIGN_IN === 'page') {
		leave();
		return false;
	}
	const name = el('input', { name: 'username', value: 'admin', autocomplete: 'username', spellcheck: 'false' });
	const password = el('input', { type: 'password', name: 'password', autocomplete: 'current-password', autofocus: true, 'data-testid': 'password' });
	return ask({
		title: say('sign.in'),
		body: [el('p', { text: say(why) }),
			el('label', {}, el('span', { text: say('sign.name') }), ' ', name),
			el('label', {}, el('span', { text: say('sign.password') }), ' ', password)],
		confirm: say('sign.in'),
		async act() {
			if (password.value === '') {
				throw new Error(say('sign.empty'));
			}
			try {
				await signIn(name.value, password.value);
			}
			catch (problem) {
				password.select();
				throw new Error(complaint(problem));
			}
			report(say('sign.done', { name: userName() }));
			return true;
		},
	});
}

/** Redirects to the login page of the server, which leads back. */
function leave() {
	const now = Date.now();
	if (now - Number(sessionStorage.getItem('left')) < PAUSE) {
		report(say('sign.refused'), true);
		return;
	}
	sessionStorage.setItem('left', String(now));
	location.assign('sign-in');
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
