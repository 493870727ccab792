/**
 * Changes by an administrator.
 * @module
 */
import { change, of } from './api.js';
import { ask, report } from './dialog.js';
import { el } from './dom.js';
import { lookups, rate } from './figures.js';
import { number, say } from './language.js';
import { keyNode, keyText } from './keys.js';
import { signedIn } from './sign.js';

/** Changes of caches. Each requires a sign-in and reports its result. */
export class Changes {

	/**
	 * @param {() => void} changed called after each change
	 * @param {() => boolean} several tells whether there can be several instances
	 */
	constructor(changed, several) {
		this.changed = changed;
		this.several = several;
	}

	/** Removes a key on all instances. */
	async removeEverywhere(cache, key) {
		if (!await signedIn()) {
			return;
		}
		await this.#tell(async () => {
			await change('POST', of(cache, '/cluster/removals'), { key });
			return say('cluster.removed', { key: keyText(key) });
		});
	}

	/** Removes one entry. */
	async remove(cache, entry) {
		if (!await signedIn()) {
			return;
		}
		await this.#tell(async () => {
			await change('POST', of(cache, '/removals'), { id: entry.id });
			return say('removed', { key: keyText(entry.key) });
		}, 'removed.gone');
	}

	/** Removes by a pattern, after counting what it matches. */
	async removePattern(cache) {
		if (!await signedIn()) {
			return;
		}
		let counted = null;
		const pattern = el('input', { name: 'pattern', autocomplete: 'off', spellcheck: 'false', 'aria-describedby': 'pattern-help', 'data-testid': 'pattern' });
		const found = el('div', { class: 'found', role: 'status', 'data-testid': 'pattern-found' });
		const uncounted = () => {
			counted = null;
			found.replaceChildren();
			const button = pattern.form.querySelector('[type=submit]');
			button.textContent = say('pattern.count');
			button.className = 'primary';
		};
		pattern.addEventListener('input', uncounted);
		await ask({
			title: say('pattern.title', { cache }),
			body: [el('label', {}, el('span', { text: say('pattern.label') }), ' ', pattern), el('p', { class: 'help', id: 'pattern-help', text: say('pattern.help') }), ...this.#hereOnly(), found],
			confirm: say('pattern.count'),
			act: async (form, button) => {
				if (pattern.value === '') {
					throw new Error(say('pattern.empty'));
				}
				if (counted !== pattern.value) {
					const asked = pattern.value;
					const answer = await this.#do(() => change('POST', of(cache, '/removals'), { pattern: asked, dryRun: true }));
					if (pattern.value !== asked) {
						return false;
					}
					const matched = this.#count(found, answer);
					if (matched > 0) {
						counted = asked;
						button.textContent = say('pattern.confirm', { count: number(matched) });
						button.className = 'danger';
					}
					return false;
				}
				const asked = pattern.value;
				const answer = await this.#do(() => change('POST', of(cache, '/removals'), { pattern: asked }));
				this.#done(say('pattern.done', { count: number(answer.removed), pattern: keyText(asked) }));
				return true;
			},
		});
	}

	#count(found, answer) {
		if (answer.matched === 0) {
			found.replaceChildren(el('p', { text: say('pattern.none') }));
			return 0;
		}
		found.replaceChildren(el('p', {}, el('strong', { 'data-testid': 'pattern-count', text: say('pattern.matches', { count: number(answer.matched) }) }), ', ', say('pattern.first')),
			el('ul', { class: 'first-keys', tabindex: '0' }, ...answer.keys.map((key) => el('li', {}, keyNode(key)))));
		return answer.matched;
	}

	/** Says that a change affects one of several instances. */
	#hereOnly() {
		return this.several() ? [el('p', { class: 'help', 'data-testid': 'here-only', text: say('cluster.here.only') })] : [];
	}

	/**
	 * Empties a cache.
	 * @param {string} cache
	 * @param {number} size the number of its entries
	 * @param {any} recent its recent activity
	 */
	async clear(cache, size, recent) {
		if (!await signedIn()) {
			return;
		}
		const name = el('input', { name: 'name', autocomplete: 'off', spellcheck: 'false', 'data-testid': 'clear-name' });
		const everywhere = el('input', { type: 'checkbox', name: 'everywhere', 'data-testid': 'everywhere' });
		await ask({
			title: say('clear.title', { cache }),
			body: [el('p', { text: say('clear.help', { count: number(size) }) }), el('p', { class: 'warning', 'data-testid': 'effect', text: effect('clear', recent) }), el('p', { text: say('clear.name', { cache }) }), el('label', {}, el('span', { text: say('clear.label') }), ' ', name),
				this.several() ? el('label', { class: 'everywhere' }, everywhere, ' ', el('span', { text: say('cluster.all') })) : null].filter(Boolean),
			confirm: say('clear.confirm', { cache }), danger: true,
			act: async () => {
				if (name.value.trim() !== cache.trim()) {
					throw new Error(say('clear.wrong', { cache }));
				}
				await this.#do(() => change('DELETE', of(cache, everywhere.checked ? '/cluster/entries' : '/entries')));
				this.#done(say(everywhere.checked ? 'cluster.cleared' : 'clear.done', { cache }));
				return true;
			},
		});
	}

	/** Bypasses a cache. The parameters are those of clear. */
	async bypass(cache, size, recent) {
		if (!await signedIn()) {
			return;
		}
		await ask({
			title: say('bypass.title', { cache }),
			body: [el('p', { text: say('bypass.help', { count: number(size) }) }), el('p', { class: 'warning', 'data-testid': 'effect', text: effect('bypass', recent) }), ...this.#hereOnly()],
			confirm: say('bypass.confirm', { cache }), danger: true,
			act: async () => {
				await this.#do(() => change('PUT', of(cache, '/bypass')));
				this.#done(say('bypass.done', { cache }));
				return true;
			},
		});
	}

	/** Ends a bypass. */
	async endBypass(cache) {
		if (!await signedIn()) {
			return;
		}
		await this.#tell(async () => {
			await change('DELETE', of(cache, '/bypass'));
			return say('bypass.ended', { cache });
		});
	}

	/** Runs an action in a dialog, which shows errors. */
	async #do(action) {
		try {
			return await action();
		}
		catch (problem) {
			throw new Error(complaint(problem));
		}
	}

	/**
	 * Does something without a dialog.
	 * @param {() => Promise<string>} action does it, and gives the words for it
	 * @param {string} [gone] the key of the text if there is nothing left to change
	 */
	async #tell(action, gone) {
		try {
			this.#done(await action());
		}
		catch (problem) {
			report(gone && problem.status === 404 ? say(gone) : complaint(problem), true);
			this.changed();
		}
	}

	#done(words) {
		report(words);
		this.changed();
	}

}

/** The effect of a change on the database, by the figures of the last minute: without the cache, each lookup is a load. */
function effect(change, recent) {
	if (recent === null) {
		return '';
	}
	const asked = lookups(recent);
	return asked === 0 ? say('effect.none') : say('effect.' + change, { lookups: rate(asked), loads: rate(recent['1m'].misses / recent.seconds) });
}

/** The words for a failed change. */
export function complaint(problem) {
	if (problem.status === 0) {
		return say('failed.unheard');
	}
	if (problem.status === 401) {
		return say('sign.refused');
	}
	return say('failed.change', { detail: problem.detail || problem.status });
}
