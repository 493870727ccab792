/**
 * The health of the instance and its caches, worst first, and causes before their symptoms.
 * @module
 */
import { cacheAddress } from './address.js';
import { hasLostLease, isFailing, nodeName, reportWords } from './cluster.js';
import { attribute, breakable, byId, el, jump, Keyed, renew, text } from './dom.js';
import { bypassWords } from './figures.js';
import { sentences } from './findings.js';
import { clockTime, number, percent, say } from './language.js';
import { configured, duration, serverClock } from './time.js';

/** The minimum number of lookups for the worst hit ratio. */
const ENOUGH_LOOKUPS = 20;

/** In milliseconds. */
const MINUTE = 60_000;

/** A cache that serves stale values tries to load at least this often. */
const RETRIED = 15 * MINUTE;

/** About what the history covers. */
const LONG = 59 * MINUTE;

/** The names of exceptions of JDBC, its drivers and pools. */
const DATABASE = /SQL|Jdbc/;

/** A pool throws this if all of its connections are in use for too long. */
const NO_CONNECTION_FREE = 'SQLTransientConnectionException';

/** The maximum number of problems shown one by one. */
const MOST = 5;

/** The maximum number of names of the others. */
const MOST_NAMES = 10;

/** The time since the last failed load of a cache. */
function ageOfFailure({ lastFailedLoad: last }) {
	return last ? Math.max(0, serverClock.now() - Date.parse(last.at)) : Infinity;
}

/**
 * The troubles of a cache in the last minute. A failure counts at once, before the next sample of the server, and while stale values are served because of it.
 * @returns {Set<string>} 'failed' and 'stale', the worse first
 */
export function troubles({ snapshot, recent: { '1m': { failedLoads, staleServed } } }) {
	return new Set([...(failedLoads > 0 || ageOfFailure(snapshot) < (staleServed > 0 ? RETRIED : MINUTE) ? ['failed'] : []), ...(staleServed > 0 ? ['stale'] : [])]);
}

/** The time for which loads have failed in each minute, in milliseconds; 0 for less than a minute. */
function failingFor(hour) {
	// The last minute has only begun.
	const minutes = (hour?.failedLoads ?? []).slice(0, -1).reverse();
	const failed = minutes.findIndex((count) => count === 0);
	// Of the first of these minutes, only a part failed, and the last one may not be over.
	return (failed < 0 ? minutes.length : failed) * MINUTE;
}

function sinceWords(since) {
	if (since >= LONG) {
		return say('health.since.long');
	}
	return since > 0 ? say('health.since', { time: duration(since) }) : '';
}

/** An error as the end of a sentence. */
function unpunctuated(error) {
	return error.replace(/[.\s]+$/, '');
}

/** The outcome for readers of a cache while its loads fail. */
function readersWords({ policy, size, bypassed: bypass }) {
	if (policy.staleIfError === null || bypass !== null) {
		return say(bypass === null ? 'health.readers.errors' : 'health.readers.bypassed');
	}
	return size === 0 ? say('health.readers.none') : say('health.readers.stale', { time: configured(policy.staleIfError) });
}

/** A cache whose loads fail or that serves stale values. */
function failing({ name, snapshot, recent, hour }) {
	const last = snapshot.lastFailedLoad;
	const age = ageOfFailure(snapshot);
	const troubled = troubles({ snapshot, recent });
	const now = troubled.size > 0;
	const counted = recent[now ? '1m' : '15m'];
	const counts = [['health.loads', counted.failedLoads], ['health.stale', counted.staleServed]].filter(([, n]) => n > 0).map(([key, n]) => say(key, { n: number(n) })).join(', ');
	if (!now && counts === '') {
		return null;
	}
	const since = now ? failingFor(hour) : 0;
	const readers = readersWords(snapshot);
	const words = [counts === '' ? null : say(now ? 'health.minute' : 'health.quarter', { counts }), now ? readers + '.' : null, sinceWords(since),
		last && say('health.last', { time: now ? say('ago', { time: duration(age) }) : clockTime(Date.parse(last.at)), error: unpunctuated(last.error) })];
	const idle = recent['1m'].hits + recent['1m'].misses === 0;
	return { level: now ? 'bad' : 'warn', id: 'failing ' + name, cache: name, words: words.filter(Boolean).join(' '), todo: now ? say('todo.failing') : idle ? say('health.idle') : '',
		symptom: { error: last?.error ?? '', type: troubled.has('failed') ? last?.error.split(':')[0] ?? null : null, counts, readers, since } };
}

/** The failing caches of one cause, by what their readers get. */
function byReaders(fails) {
	return [...new Set(fails.map(({ symptom }) => symptom.readers))].map((readers) => ({ readers, members: fails.filter(({ symptom }) => symptom.readers === readers).map(({ cache, symptom }) => ({ cache, counts: symptom.counts })) }));
}

/** A cause of which several caches fail, by the type of the last error of each, because the messages may have figures. */
function cause(type, fails, more) {
	const isDatabase = DATABASE.test(type);
	const [{ symptom: { error } }] = fails;
	const words = [say(isDatabase ? 'health.cause.database' : 'health.cause', { count: number(fails.length), error: unpunctuated(error) }), ...more, sinceWords(Math.max(...fails.map(({ symptom }) => symptom.since)))];
	return { level: 'bad', id: 'cause ' + type, caches: fails.map(({ cache }) => cache), words: words.filter(Boolean).join(' '), todo: say(isDatabase ? 'todo.database' : 'todo.cause'), groups: byReaders(fails) };
}

/**
 * The failing caches, those that share a cause in one problem, and the pools: before the failures that they cause, or after them if they are without connections
 * because the database fails.
 */
function ofLoads(fails, status) {
	const pools = (status?.pools ?? []).filter(isFull);
	const isFailing = fails.some(({ level }) => level === 'bad');
	const types = [...new Set(fails.map(({ symptom }) => symptom.type))].filter((type) => type !== null && fails.filter(({ symptom }) => symptom.type === type).length > 1);
	const database = types.find((type) => DATABASE.test(type));
	const causes = types.map((type) => cause(type, fails.filter(({ symptom }) => symptom.type === type), type === database ? pools.filter(isUnconnected).map((pool) => poolWords(pool)) : []));
	const shown = pools.filter((pool) => database === undefined || !isUnconnected(pool)).map((pool) => ({ level: isFailing ? 'bad' : 'warn', id: 'pool ' + pool.name, words: poolWords(pool), todo: say(isUnconnected(pool) ? 'todo.database' : 'todo.pending') }));
	const rest = fails.filter(({ symptom }) => !types.includes(symptom.type));
	return database === undefined || database === NO_CONNECTION_FREE ? [...shown, ...causes, ...rest] : [...causes, ...rest, ...shown];
}

function bypassed(cache) {
	const { name, snapshot } = cache;
	return snapshot.bypassed && { level: 'warn', id: 'bypassed ' + name, cache: name, words: bypassWords(cache), todo: say(troubles(cache).has('failed') ? 'todo.bypassed.failing' : 'todo.bypassed') };
}

/** The rules of findings about what is listed as a problem itself. */
const LISTED = ['TIER_AWAY', 'TIER_FAILING'];

/** A finding by which something is lost, such as a cache that is too small. */
function found({ cache, rule, severity, ...finding }, configuration) {
	if (severity !== 'WARNING' || LISTED.includes(rule)) {
		return null;
	}
	const { message, remedy, lang } = sentences({ rule, ...finding }, configuration);
	return { level: 'warn', id: `found ${cache} ${rule} ${finding.line} ${finding.attribute}`, cache, words: message, todo: remedy, lang };
}

function some(level, key, chosen, words) {
	return chosen.length > 0 ? [{ level, id: key, words: words + '.', todo: say('todo.' + key) }] : [];
}

function ofDisks(caches) {
	const names = caches.filter(({ snapshot }) => snapshot.levels.some(({ available }) => !available)).map(({ name }) => name);
	return some('warn', 'disk', names, say('health.disk', { caches: names.join(', ') }));
}

function ofInstances(nodes) {
	const named = (chosen) => chosen.map(({ node }) => nodeName(node)).join(', ') + ': ';
	const lost = nodes.filter(({ node }) => hasLostLease(node));
	const silent = nodes.filter(({ node }) => node.lost);
	const others = nodes.filter(({ node }) => !node.here && !node.lost);
	const away = nodes.filter(({ node }) => node.here).flatMap(({ caches }) => Object.keys(caches).filter((name) => caches[name].tierAvailable === false));
	return [...some('bad', 'lease', lost, named(lost) + say('cluster.lease.over')), ...silent.map(({ node }) => ({ level: 'warn', id: 'silent ' + node.id, words: say('health.silent', { node: nodeName(node), report: reportWords(node) }), todo: say('todo.silent'), to: 'cluster-title' })),
		...others.flatMap(ofOther), ...some('warn', 'tier', away, say('health.tier', { caches: away.join(', ') }))];
}

/** The problems that another instance has reported. */
function ofOther({ node, caches }) {
	const failing = Object.keys(caches).filter((name) => isFailing(caches[name]));
	const full = [...node.pools.filter(isFull).map(poolWords), ...(node.threads && node.threads.busy >= node.threads.max ? [say('health.threads', { max: number(node.threads.max) })] : [])];
	const words = [...(failing.length > 0 ? [say('health.elsewhere', { caches: failing.join(', ') })] : []), ...full].join(' ');
	return words === '' ? [] : [{ level: failing.length > 0 ? 'bad' : 'warn', id: 'other ' + node.id, words: nodeName(node) + ': ' + words, todo: say('todo.elsewhere'), to: 'cluster-title' }];
}

function isFull({ active, max, pending }) {
	return pending > 0 || active >= max;
}

/** True for a pool that opens no connection, although threads wait for one. */
function isUnconnected({ active, pending }) {
	return active === 0 && pending > 0;
}

function poolWords(pool) {
	return say(isUnconnected(pool) ? 'health.unconnected' : 'health.pending', pool);
}

function ofThreads(threads) {
	return threads && threads.busy >= threads.max ? [{ level: 'warn', id: 'threads', words: say('health.threads', { max: number(threads.max) }), todo: say('todo.threads') }] : [];
}

/**
 * Lists the problems, worst first, and causes before their symptoms.
 * @param {{caches: any[], status: any, nodes: any[], findings: any[], configuration: any, lostAt: number|null}} known the last responses, and the time of the last one if the server is lost
 * @returns {{level: string, id: string, cache?: string, caches?: string[], words: string, todo?: string, lang?: string|null, to?: string, groups?: any[]}[]}
 */
export function problems({ caches, status, nodes, findings, configuration, lostAt }) {
	const fails = caches.map(failing).filter(Boolean);
	const all = [...ofInstances(nodes), ...ofLoads(fails, status), ...ofThreads(status?.threads), ...ofDisks(caches), ...caches.map(bypassed).filter(Boolean), ...findings.map((one) => found(one, configuration)).filter(Boolean)];
	if (lostAt !== null) {
		// The rest is old and suggests no action.
		return [{ level: 'bad', id: 'lost', words: say('health.lost', { time: clockTime(lostAt) }), todo: say('todo.lost') }, ...all.map((one) => ({ ...one, level: 'old', todo: '' }))];
	}
	return [...all.filter(({ level }) => level === 'bad'), ...all.filter(({ level }) => level !== 'bad')];
}

/** The figures that are always shown. */
function figures({ caches, status }) {
	const [worst] = caches.filter(({ recent }) => recent['15m'].hits + recent['15m'].misses >= ENOUGH_LOOKUPS)
		.sort((one, other) => one.recent['15m'].hitRatio - other.recent['15m'].hitRatio);
	return [...(worst ? [{ name: say('health.worst'), value: percent(worst.recent['15m'].hitRatio), of: worst.name }] : []),
		...(status?.pools ?? []).map((pool) => ({ name: say('health.connections'), value: say('health.of', pool), full: pool.active / pool.max })),
		...(status?.threads ? [{ name: say('health.busy'), value: say('health.of', { active: status.threads.busy, max: status.threads.max }), full: status.threads.busy / status.threads.max }] : [])];
}

/** The caches of problems, or the words of others, up to a number that does not fill the screen. */
function named(problems) {
	const names = [...new Set(problems.flatMap(({ cache, caches, words }) => caches ?? [cache ?? words]))];
	return names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ', …' : '');
}

function make({ cache, to }) {
	const node = el('li', { class: 'problem', 'data-testid': 'problem' });
	node.parts = { cache: cache ? el('a', {}) : null, words: el('span'), todo: el('strong') };
	node.parts.groups = el('ul', { class: 'causes' });
	node.append(...[node.parts.cache, node.parts.words, ' ', node.parts.todo, to ? el('button', { type: 'button', 'data-testid': 'to', on: { click: () => jump(to) }, text: byId(to).textContent }) : null, node.parts.groups].filter(Boolean));
	return node;
}

/** An outcome for readers, and its caches, each with its counts. */
function group({ readers, members }) {
	return el('li', {}, say('health.group', { readers }) + ' ', ...members.flatMap(({ cache, counts }, index) => [index > 0 ? ', ' : null, el('a', { href: cacheAddress(cache), text: cache }), counts === '' ? null : ` (${counts})`]));
}

function draw(node, { level, cache, words, todo = '', lang = null, groups = [] }) {
	attribute(node, 'data-level', level);
	attribute(node.parts.words, 'lang', lang);
	attribute(node.parts.todo, 'lang', lang);
	if (cache) {
		text(node.parts.cache, cache);
		attribute(node.parts.cache, 'href', cacheAddress(cache));
	}
	text(node.parts.words, words);
	text(node.parts.todo, todo);
	renew(node.parts.groups, groups.map(group));
}

export class Health {

	#list = new Keyed(byId('problems'), make, draw);

	#count = 0;

	/** Shows the problems and returns them. @param {any} known as for problems() */
	show(known) {
		const all = problems(known);
		const more = all.length - MOST;
		const shown = more > 1 ? [...all.slice(0, MOST), { level: all[MOST].level, id: 'more', words: say('health.more', { count: number(more), caches: named(all.slice(MOST)) }) }] : all;
		this.#list.show(shown, ({ id }) => id);
		byId('healthy').hidden = all.length > 0;
		const made = figures(known);
		const key = JSON.stringify(made);
		if (byId('figures').dataset.shown !== key) {
			byId('figures').dataset.shown = key;
			byId('figures').replaceChildren(...made.map(({ name, value, of, full }) => el('div', {}, el('dt', { text: name }),
				el('dd', {}, full === undefined ? null : el('meter', { min: 0, max: 1, low: 0.7, high: 0.95, optimum: 0, value: full, 'aria-label': name }), value, of ? el('a', { href: cacheAddress(of) }, ...breakable(of)) : null))));
		}
		// Screen readers announce the number, not each second of a time.
		if (all.length !== this.#count) {
			this.#count = all.length;
			text(byId('health-said'), all.length > 0 ? say('health.count', { count: number(all.length) }) : say('health.good'));
		}
		return all;
	}

	forget() {
		this.#list.forget();
		delete byId('figures').dataset.shown;
	}

}
