/**
 * Several instances side by side, as of their last reports.
 * @module
 */
import { address, keyAddress } from './address.js';
import { badges } from './badges.js';
import { attribute, byId, el, Keyed, text } from './dom.js';
import { clockTime, heldWords, percent, say } from './language.js';
import { ratio } from './figures.js';
import { duration } from './time.js';

/** The name of an instance: its address, if it has one. */
export function nodeName({ url, id }) {
	return (url ?? id).replace(/^http:\/\//, '');
}

/** True for the responding instance if it cannot read the changes of others, so that no value counts as fresh. */
export function hasLostLease({ leaseLeftMillis }) {
	return leaseLeftMillis !== null && leaseLeftMillis <= 0;
}

function nodeBadges(node) {
	return [...(node.here ? [['here', say('cluster.here')]] : []), ...(node.lost ? [['away', say('cluster.lost')]] : []),
		...(hasLostLease(node) ? [['silent', say('cluster.lease.none')]] : [])];
}

/** Since when an instance is lost, or how old its figures are. */
export function reportWords({ seenAt, ageMillis, lost }) {
	return seenAt === null ? '' : say(lost ? 'cluster.since' : 'cluster.age', { time: clockTime(Date.parse(seenAt)), age: duration(ageMillis) });
}

/** The name of an instance above its figures, which are old if it is lost. */
function columnName(node) {
	return node.lost && node.seenAt !== null ? say('cluster.known', { node: nodeName(node), time: clockTime(Date.parse(node.seenAt)) }) : nodeName(node);
}

function nodeWords(node) {
	const state = node.here ? say(hasLostLease(node) ? 'cluster.lease.over' : 'cluster.lease') : reportWords(node);
	const up = node.uptimeSeconds === null || node.lost ? '' : say('cluster.up', { time: duration(node.uptimeSeconds * 1000) });
	return [state, node.version, up].filter(Boolean).join(' · ');
}

function makeNode({ node: { here, console } }) {
	const name = here || console === null ? el('strong') : el('a', { class: 'node-name', target: '_blank', rel: 'noopener' });
	const node = el('li', { class: 'node', 'data-testid': 'node' });
	node.parts = { name, badges: el('span', { class: 'badges' }), words: el('span', { class: 'note' }) };
	node.append(name, node.parts.badges, node.parts.words);
	return node;
}

function drawNode(node, { node: known }) {
	attribute(node, 'data-lost', String(known.lost));
	attribute(node, 'data-lease', hasLostLease(known) ? 'expired' : null);
	text(node.parts.name, nodeName(known));
	if (node.parts.name.tagName === 'A') {
		attribute(node.parts.name, 'href', known.console + address({ entry: '' }));
	}
	badges(node.parts.badges, nodeBadges(known));
	text(node.parts.words, nodeWords(known));
}

/** All instances, and the figures of their caches. */
export class ClusterView {

	#list = new Keyed(byId('nodes'), makeNode, drawNode);

	/** True if there can be several instances; false until known. */
	clustered = false;

	/** The other instances. */
	others = [];

	/** The rows and columns of the table. */
	#made = '';

	/** @param {{clustered: boolean, nodes: any[], differing: string[]}} answer */
	show(answer) {
		this.clustered = answer.clustered;
		this.others = answer.nodes.map(({ node }) => node).filter(({ here }) => !here);
		byId('cluster').hidden = !answer.clustered;
		if (!answer.clustered) {
			return;
		}
		// A node is created again once its console is known.
		this.#list.show(answer.nodes, ({ node }) => node.id + ' ' + (node.console !== null));
		const names = [...new Set(answer.nodes.flatMap(({ caches }) => Object.keys(caches)))];
		const made = JSON.stringify([names, answer.nodes.map(({ node }) => node.id + columnName(node))]);
		if (made !== this.#made) {
			this.#made = made;
			this.#make(names, answer.nodes);
		}
		[...byId('cluster-caches').tBodies[0].rows].forEach((row, index) => draw(row, names[index], answer));
	}

	#make(names, nodes) {
		byId('cluster-caches').replaceChildren(
			el('thead', { role: 'rowgroup' }, el('tr', { role: 'row' }, el('th', { scope: 'col', role: 'columnheader', text: say('cluster.cache') }),
				...nodes.map(({ node }) => el('th', { scope: 'col', role: 'columnheader', text: columnName(node) })))),
			el('tbody', { role: 'rowgroup' }, ...names.map((name) => el('tr', { role: 'row', 'data-name': name }, el('th', { scope: 'row', role: 'rowheader' }, el('span', { text: name }), ' ', el('span', { class: 'badges' })),
				...nodes.map(({ node }) => el('td', { role: 'cell', 'data-label': columnName(node) }, el('span'), ' ', el('span', { class: 'badges' })))))));
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
		attribute(cell, 'data-lost', String(node.lost));
		text(cell.firstElementChild, figures ? words(figures) : say(node.uptimeSeconds === null ? 'cluster.unreported' : 'cluster.nocache'));
		badges(cell.lastElementChild, [...(figures?.bypassed ? [['bypassed', say('bypassed')]] : []), ...(figures && isFailing(figures) ? [['silent', say('cluster.failing')]] : []),
			...(figures?.tierAvailable === false ? [['away', say('cluster.tier.away')]] : [])]);
	});
}

/** True if loads of a cache failed in the last minute. */
export function isFailing({ failedLoads, staleServed }) {
	return failedLoads + staleServed > 0;
}

function words(figures) {
	const share = ratio(figures.hits, figures.misses);
	return say('cluster.figures', { size: heldWords(figures, figures), ratio: share === null ? '–' : percent(share) });
}

/**
 * Links to the key in the consoles of the other instances.
 * @param {Element} place is filled
 * @param {any[]} others the other instances
 * @param {string} cache
 * @param {string} key
 */
export function showElsewhere(place, others, cache, key) {
	const links = others.filter(({ console }) => console !== null).map((node) => [node.console + keyAddress(cache, key), nodeName(node)]);
	const shown = JSON.stringify(links);
	if (place.dataset.shown !== shown) {
		place.dataset.shown = shown;
		place.replaceChildren(...links.map(([href, name]) => el('li', {}, el('a', { href, target: '_blank', rel: 'noopener', 'data-testid': 'elsewhere', text: name }))));
	}
}
