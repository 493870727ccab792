/**
 * A dialog that confirms and runs one action.
 * @module
 */
import { byId, el, text } from './dom.js';
import { say } from './language.js';

/**
 * Asks in a dialog. One is open at a time.
 * @param {object} asked the question
 * @param {string} asked.title the action
 * @param {(Node|null)[]} asked.body the content between the title and the buttons
 * @param {string} asked.confirm the word on the button
 * @param {boolean} [asked.danger] whether it cannot be undone
 * @param {(form: HTMLFormElement, button: HTMLButtonElement) => Promise<boolean>} asked.act does it; false if the dialog is to stay open. An error's message is shown
 * @returns {Promise<boolean>} whether it was done
 */
export function ask({ title, body, confirm, danger = false, act }) {
	const dialog = byId('change');
	const opener = document.activeElement;
	const complaint = el('p', { class: 'complaint', role: 'alert', 'data-testid': 'complaint' });
	const cancel = el('button', { type: 'button', text: say('cancel'), 'data-testid': 'cancel', on: { click: () => dialog.close() } });
	const button = el('button', { type: 'submit', class: danger ? 'danger' : 'primary', 'data-testid': 'confirm', text: confirm });
	let done = false;
	let busy = false;
	return new Promise((answer) => {
		const form = el('form', { novalidate: true, on: { submit: async (event) => {
			event.preventDefault();
			if (busy) {
				return;
			}
			busy = true;
			text(complaint, '');
			try {
				done = await act(form, button);
				// The dialog may show another question now.
				if (done && form.isConnected) {
					dialog.close();
				}
			}
			catch (failure) {
				if (form.isConnected) {
					text(complaint, failure.message);
					first(form)?.focus();
				}
				else {
					report(failure.message, true);
				}
			}
			finally {
				busy = false;
			}
		} } },
		el('h2', { id: 'change-title', text: title }), ...body, complaint,
		el('div', { class: 'actions' }, cancel, button));
		fill(dialog, form);
		dialog.addEventListener('close', () => {
			fill(dialog);
			if (opener?.isConnected) {
				opener.focus();
			}
			answer(done);
		}, { once: true });
		dialog.showModal();
		settleReport();
		(first(form) ?? (danger ? cancel : button)).focus();
	});
}

/** The field that gets the focus. */
function first(form) {
	return form.querySelector('[autofocus]') ?? form.querySelector('input:not([readonly])');
}

let hiding = 0;

/** The time for which a success is shown, in milliseconds. */
const GOOD_NEWS = 10_000;

/** Reports a result, visibly and for screen readers. Failures stay until closed. */
export function report(words, failed = false) {
	clearTimeout(hiding);
	settleReport();
	const place = byId('report');
	place.hidden = false;
	place.classList.toggle('failed', failed);
	// Repeated words are announced, too.
	byId('report-text').textContent = '';
	requestAnimationFrame(() => {
		byId('report-text').textContent = words;
	});
	if (!failed) {
		hiding = setTimeout(() => {
			place.hidden = true;
		}, GOOD_NEWS);
	}
}

/** Moves the report into the topmost dialog, because everything outside of it is inert. */
export function settleReport() {
	const place = byId('report');
	const parent = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
	if (place.parentElement !== parent) {
		parent.append(place);
	}
}

/** Replaces the content of a dialog except the report. */
export function fill(dialog, ...nodes) {
	[...dialog.children].filter((child) => child.id !== 'report').forEach((child) => child.remove());
	dialog.prepend(...nodes);
}

// The event does not bubble.
document.addEventListener('close', settleReport, true);

byId('report-close').addEventListener('click', () => {
	byId('report').hidden = true;
});
