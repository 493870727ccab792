/**
 * Several instances side by side.
 * @module
 */
import { badges } from './badges.js';
import { attribute, byId, el, Keyed, text } from './dom.js';
import { clockTime, number, percent, say, heldWords } from './language.js';
import { ratio } from './figures.js';
import { duration } from './time.js';

/** The name of an instance: its address, if it has one. */
export function nodeName({ url, id }) {
	return (url ?? id).replace(/^http:\/\//, '');
}

/** True if an instance cannot read the changes of others, so that no value counts as fresh. */
export function hasLostLease({ answers, leaseLeftMillis }) {
	return answers && leaseLeftMillis !== null && leaseLeftMillis <= 0;
}

function nodeBadges(node) {
	return [...(node.here ? [['here', say('cluster.here')]] : []), ...(node.answers ? [] : [['silent', say('cluster.silent')]]),
		...(hasLostLease(node) ? [['silent', say('cluster.lease.none')]] : [])];
}

function leaseWords(node) {
	if (!node.answers) {
		return node.seenAt === null ? '' : say('cluster.seen', { time: clockTime(Date.parse(node.seenAt)) });
	}
	return say(hasLostLease(node) ? 'cluster.lease.over' : 'cluster.lease');
}

function makeNode() {
	const node = el('li', { class: 'node', 'data-testid': 'node' });
	node.parts = { name: el('strong'), badges: el('span', { class: 'badges' }), lease: el('span', { class: 'note' }) };
	node.append(node.parts.name, node.parts.badges, node.parts.lease);
	return node;
}

function drawNode(node, { node: known }) {
	attribute(node, 'data-answers', String(known.answers));
	attribute(node, 'data-lease', hasLostLease(known) ? 'expired' : null);
	text(node.parts.name, nodeName(known));
	badges(node.parts.badges, nodeBadges(known));
	text(node.parts.lease, leaseWords(known));
}

/** All instances, and the figures of their caches. */
export class ClusterView {

	#list = new Keyed(byId('nodes'), makeNode, drawNode);

	/** True if there can be several instances; false until known. */
	clustered = false;

	/** The names of the caches that others bypass. */
	bypassedElsewhere = new Set();

	/** The rows and columns of the table. */
	#made = '';

	/** @param {{clustered: boolean, nodes: any[], differing: string[]}} answer */
	show(answer) {
		this.clustered = answer.clustered;
		byId('cluster').hidden = !answer.clustered;
		if (!answer.clustered) {
			return;
		}
		this.bypassedElsewhere = new Set(answer.nodes.filter(({ node }) => !node.here).flatMap(({ caches }) => Object.keys(caches).filter((name) => caches[name].bypassed)));
		this.#list.show(answer.nodes, ({ node }) => node.id);
		const names = [...new Set(answer.nodes.flatMap(({ caches }) => Object.keys(caches)))];
		const made = JSON.stringify([names, answer.nodes.map(({ node }) => node.id)]);
		if (made !== this.#made) {
			this.#made = made;
			this.#make(names, answer.nodes);
		}
		[...byId('cluster-caches').tBodies[0].rows].forEach((row, index) => draw(row, names[index], answer));
	}

	#make(names, nodes) {
		byId('cluster-caches').replaceChildren(
			el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, el('th', { scope: 'col', role: 'columnheader', text: say('cluster.cache') }),
				...nodes.map(({ node }) => el('th', { scope: 'col', role: 'columnheader', text: nodeName(node) })))),
			el('tbody', { role: 'rowgroup' }, ...names.map((name) => el('tr', { role: 'row', 'data-name': name }, el('th', { scope: 'row', role: 'rowheader' }, el('span', { text: name }), ' ', el('span', { class: 'badges' })),
				...nodes.map(({ node }) => el('td', { role: 'cell', 'data-label': nodeName(node) }, el('span'), ' ', el('span', { class: 'badges' })))))));
	}

	forget() {
		this.#list.forget();
		this.#made = '';
	}

}

function draw(row, name, { nodes, differing }) {
	const [head, ...cells] = row.cells;
	const differs = differing.includes(name);
	attribute(row, 'data-differs', String(differs));
	badges(head.lastElementChild, differs ? [['differs', say('cluster.differs')]] : []);
	cells.forEach((cell, index) => {
		const { node, caches } = nodes[index];
		const figures = caches[name];
		text(cell.firstElementChild, figures ? words(figures) : say(node.answers ? 'cluster.nocache' : 'cluster.silent'));
		badges(cell.lastElementChild, [...(figures?.bypassed ? [['bypassed', say('bypassed')]] : []),
			...(figures?.tierAvailable === false ? [['away', say('cluster.tier.away')]] : [])]);
	});
}

function words(figures) {
	const share = ratio(figures.hits, figures.misses);
	return say('cluster.figures', { size: heldWords(figures, figures), ratio: share === null ? '–' : percent(share) });
}

/** The state of a key in a list of all instances. */
function keyFacts({ node, cached, entry, ageMillis, digest, tierLeftMillis, versions }) {
	if (!node.answers || !cached) {
		return [];
	}
	const regions = Object.entries(versions).map(([region, n]) => [say('cluster.region', { region }), number(n)]);
	const tier = tierLeftMillis === null ? [] : [[say('cluster.tier'), duration(tierLeftMillis)]];
	if (entry === null) {
		return [...tier, ...regions];
	}
	return [[say('detail.version'), number(entry.version)], [say('hits'), number(entry.hitCount)], [say('sort.age'), duration(ageMillis)],
		[say('detail.accessed'), clockTime(Date.parse(entry.lastAccessedAt))],
		[say('cluster.expiry'), entry.expired ? say('cluster.expired') : entry.expiresAt === null ? say('left.never') : clockTime(Date.parse(entry.expiresAt))],
		[say('cluster.digest'), digest], ...tier, ...regions];
}

function keyBadges({ node, cached, entry, bypassed }) {
	if (!node.answers) {
		return nodeBadges(node);
	}
	return [...nodeBadges(node), ...(!cached ? [['silent', say('cluster.nocache')]] : entry === null ? [['none-here', say('cluster.noentry')]] : [['found-here', say('cluster.entry')]]),
		...(bypassed ? [['bypassed', say('bypassed')]] : []),
		...(entry?.expired ? [['differs', say('cluster.expired')]] : [])];
}

/**
 * Shows one key on all instances.
 * @param {Element} place is filled
 * @param {any} answer the response
 */
export function showKey(place, answer) {
	const shown = JSON.stringify([say('language'), answer]);
	if (place.dataset.shown === shown) {
		return;
	}
	place.dataset.shown = shown;
	const differs = answer.differing.length > 0;
	const comparable = answer.nodes.filter(({ node }) => node.answers).length > 1;
	place.replaceChildren(
		el('p', { class: 'differing', 'data-testid': 'differing', 'data-differs': String(differs) }, differs ? el('span', { class: 'badge differs', text: say('cluster.differs') }) : null,
			differs ? ' ' + answer.differing.map((one) => say('difference.' + one)).join(', ') : say(comparable ? 'cluster.same' : 'cluster.alone')),
		el('ul', { class: 'key-nodes' }, ...answer.nodes.map((one) => el('li', { class: 'key-node', 'data-testid': 'key-node', 'data-answers': String(one.node.answers) },
			el('p', { class: 'key-node-head' }, el('strong', { text: nodeName(one.node) }), ...keyBadges(one).map(([kind, said]) => el('span', { class: 'badge ' + kind, text: said }))),
			el('dl', { class: 'facts' }, ...keyFacts(one).map(([name, value]) => el('div', {}, el('dt', { text: name }), el('dd', { text: value }))))))));
}

/**
 * The result of a change on all instances, in words.
 * @param {any[]} results the result of each instance
 * @returns {{words: string, failed: boolean}} failed if any has not, or may not have, done it
 */
export function resultWords(results) {
	const undone = results.filter(({ done }) => !done);
	const done = say('cluster.done', { done: number(results.length - undone.length), all: number(results.length) });
	const rest = undone.map(({ node }) => say(node.answers ? 'cluster.done.nocache' : 'cluster.done.silent', { node: nodeName(node) }));
	return { words: [done, ...rest].join(' '), failed: undone.length > 0 };
}
