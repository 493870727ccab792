/**
 * Findings of the selected cache.
 * @module
 */
import { CHANGEABLE } from './api.js';
import { attribute, byId, el, Keyed, renew } from './dom.js';
import { bytes, number, percent, say, tag } from './language.js';
import { levelNames } from './levels.js';
import { fineDuration } from './time.js';
import { findings as translated } from './words.js';

/** The rules whose remedy is a change of ehcache.xml that can be applied to a running cache. */
const APPLICABLE = ['CAPACITY_TOO_SMALL', 'CAPACITY_TOO_LARGE', 'TTL_TOO_SHORT'];

/** The way in which the change of a remedy takes effect; '' if that is unknown. */
function applyWords({ rule }, configuration) {
	if (configuration === null || !APPLICABLE.includes(rule)) {
		return '';
	}
	const isManual = configuration.reload === 'manual';
	return ' ' + say('finding.apply.' + (configuration.state === 'UNWATCHED' || (isManual && !CHANGEABLE) ? 'later' : isManual ? 'manual' : 'auto'));
}

/**
 * The texts of a finding, in the current language if the evidence fills all placeholders, else the English ones of the server.
 * @param {any} finding of the server
 * @param {any} configuration the last response about it; null before
 */
export function sentences(finding, configuration) {
	const values = { ...Object.fromEntries(Object.entries(finding.evidence ?? {}).map(([name, value]) => [name, shown(name, value)])),
		file: finding.file ?? undefined, line: finding.line, attribute: finding.attribute ?? undefined };
	const fill = (sentence) => sentence.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
	for (const { message, remedy } of translated[tag()]?.[finding.rule] ?? []) {
		const filled = { message: fill(message), remedy: fill(remedy) + applyWords(finding, configuration), lang: null };
		if (complete(message, values) && complete(remedy, values)) {
			return filled;
		}
	}
	return { message: finding.message, remedy: finding.remedy + (tag() === 'en' ? applyWords(finding, configuration) : ''), lang: tag() === 'en' ? null : 'en' };
}

function complete(sentence, values) {
	return [...sentence.matchAll(/\{(\w+)\}/g)].every(([, name]) => values[name] !== undefined);
}

/** A piece of evidence in the unit of its name. */
function shown(name, value) {
	if (name === 'level') {
		return levelNames([value]);
	}
	if (typeof value !== 'number') {
		return String(value);
	}
	if (/(Millis|Micros)$/.test(name)) {
		return fineDuration(name.endsWith('Micros') ? value / 1000 : value);
	}
	if (name.endsWith('Bytes')) {
		return bytes(value);
	}
	return /^share[A-Z]|Ratio$/.test(name) ? percent(value) : number(value, 3);
}

/** Shows a finding. Only changed texts are replaced, so that a selection in others stays. */
function draw(node, { finding, configuration }) {
	attribute(node, 'data-severity', finding.severity);
	renew(node, parts(finding, configuration));
}

function make({ finding }) {
	return el('li', { class: 'finding', 'data-testid': 'finding', 'data-rule': finding.rule });
}

function parts(finding, configuration) {
	const where = finding.file ? say('finding.line', { file: finding.file, line: finding.line }) : null;
	const { message, remedy, lang } = sentences(finding, configuration);
	return [
		el('p', { class: 'message' }, el('span', { class: 'severity', text: say('severity.' + finding.severity) }), ' ', el('span', { lang, text: message })),
		el('p', { class: 'remedy' }, el('span', { class: 'label', text: say('finding.remedy') }), ' ', el('span', { lang, text: remedy })),
		el('p', { class: 'evidence' }, el('code', { text: finding.rule }), where && el('code', { text: where }), finding.attribute && el('span', {}, say('finding.attribute', { attribute: finding.attribute }))),
	];
}

export class FindingList {

	#list = new Keyed(byId('findings'), make, draw);

	/** @param {any[]} findings those of the chosen cache @param {any} configuration the last response about it; null before */
	show(findings, configuration) {
		const gravest = [...findings].sort((one, other) => Number(other.severity === 'WARNING') - Number(one.severity === 'WARNING'));
		this.#list.show(gravest.map((finding) => ({ finding, configuration })), ({ finding: { rule, attribute, line, evidence } }) => JSON.stringify([rule, attribute, line, evidence?.table, evidence?.place, evidence?.calledBy]));
		byId('findings-section').hidden = findings.length === 0;
	}

	forget() {
		this.#list.forget();
	}

}
