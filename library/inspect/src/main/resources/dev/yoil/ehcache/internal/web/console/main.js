/**
 * The console: polls the server once a second and shows the result.
 * @module
 */
import { amend, current, onView } from './address.js';
import { CHANGEABLE, isSignedIn, of, onSign, read, readCaches } from './api.js';
import { apply } from './applying.js';
import { showAudit } from './audit.js';
import { Changes } from './changes.js';
import { ClusterView, hasLostLease } from './cluster.js';
import { ConfigurationPanel } from './configuration.js';
import { Connection } from './connection.js';
import { lease } from './countdown.js';
import { Detail } from './detail.js';
import { report } from './dialog.js';
import { attribute, breakable, byId, jump, text } from './dom.js';
import { Entries } from './entries.js';
import { bypassWords, NO_ACTIVITY, policyWords, showNumbers } from './figures.js';
import { FindingList } from './findings.js';
import { Health, troubles } from './health.js';
import { drawIdentity, identify } from './identity.js';
import { number, onLanguage, say, sayStatic, switchLanguage } from './language.js';
import { asMenu } from './menu.js';
import { Poll } from './poll.js';
import { RemovalList } from './removals.js';
import { drawSign, signedIn, toggleSign } from './sign.js';
import { CacheTable } from './table.js';
import { showTables } from './tables.js';
import { Trend } from './trend.js';
import { WhatIf } from './whatif.js';

/** The poll intervals of fast and slow data, in milliseconds. */
const OFTEN = 1000;
const SELDOM = 5000;

/** The longest pause of the poll that notices a frozen server, in milliseconds. With the patience of the connection, this makes 5 s. */
const LATE = 1500;

/** The poll interval of the status and of all instances, in milliseconds. */
const ALL_NODES = 2000;

/** The poll interval of the last hour, whose steps are minutes. The present figures beside its charts come sooner. */
const MINUTES = 15_000;

/** The history of a cache before the first response. */
const NO_HISTORY = { stepSeconds: 5, samples: [] };

/** Likewise of its last hour. */
const NO_HOUR = { hitRatio: [], loadP95Millis: [], failedLoads: [] };

const connection = new Connection(() => draw());
const table = new CacheTable();
const health = new Health();
const trend = new Trend();
const removals = new RemovalList(() => polls.removals.now());
const findings = new FindingList();

/** The last responses. */
const heard = { caches: null, status: null, history: NO_HISTORY, hour: null, findings: null, tables: null, audit: null, configuration: null, nodes: [] };

let paused = false;

const cluster = new ClusterView();
const changes = new Changes(askAll, () => cluster.clustered);
const remove = (entry) => changes.remove(current().cache, entry);
const entries = new Entries(remove);
const whatIf = new WhatIf();
const configuration = new ConfigurationPanel((answer) => apply(answer, reconfigured));
const detail = new Detail(remove, (entry) => changes.removeEverywhere(current().cache, entry.key));

/** True while the page selects a cache by itself: until it knows the problems, or the user does anything. */
let choosing = false;

/** The recent activity of a cache, and how many seconds of the last minute it covers. */
function recentOf(cache) {
	const recent = heard.status?.recent[cache];
	return recent ? { ...recent, seconds: Math.max(1, Math.min(60, heard.status.uptimeSeconds)) } : NO_ACTIVITY;
}

/** The recent activity of the chosen cache; null before the first status. */
function recently() {
	return heard.status === null ? null : recentOf(chosen());
}

/** The name of the cache that is shown; null if there is none yet. */
function chosen() {
	return heard.caches && Object.hasOwn(heard.caches, current().cache) ? current().cache : null;
}

/** True if there is a single instance, which does not change. */
let single = false;

/** False if the server does not watch tables. */
let watchesTables = true;

/** False if the server audits no cache. */
let audits = true;

/** Reads a resource of the chosen cache; null while the server is lost. */
function ofChosen(rest) {
	const cache = chosen();
	return cache === null || connection.isLost ? null : read(of(cache, rest()));
}

const polls = {
	caches: new Poll(OFTEN, () => {
		// A request without a password would count as a failed login.
		if (connection.isRefused && !isSignedIn()) {
			return null;
		}
		connection.ask();
		return readCaches();
	}, showCaches, lose, LATE),
	status: new Poll(ALL_NODES, () => (heard.caches === null || connection.isLost ? null : read('/status')), (answer) => {
		heard.status = answer;
		identify(answer);
		draw();
	}),
	entries: new Poll(OFTEN, () => ofChosen(() => '/entries' + entries.query()), (answer) => {
		entries.show(answer);
		const known = entries.entry(current().entry);
		if (known && detail.isOpen()) {
			detail.update(known);
		}
	}, (problem) => entries.absent(problem)),
	removals: new Poll(OFTEN, () => ofChosen(() => '/removals?limit=' + removals.limit()), (answer) => removals.show(answer)),
	operations: new Poll(SELDOM, () => ofChosen(() => '/operations?limit=100'), (answer) => removals.showOperations(answer)),
	history: new Poll(SELDOM, () => ofChosen(() => '/history'), (answer) => {
		heard.history = answer;
		showTrend();
	}),
	hour: new Poll(MINUTES, () => (heard.caches === null || connection.isLost ? null : read('/history')), (answer) => {
		heard.hour = answer;
		draw();
	}),
	findings: new Poll(SELDOM, () => (heard.caches === null || connection.isLost ? null : read('/findings')), (answer) => {
		heard.findings = answer;
		draw();
	}),
	tables: new Poll(SELDOM, () => (heard.caches === null || connection.isLost || !watchesTables ? null : read('/tables')), (answer) => {
		watchesTables = answer.watched;
		heard.tables = answer;
		draw();
	}),
	audit: new Poll(SELDOM, () => (heard.caches === null || connection.isLost || !audits ? null : read('/audit')), (answer) => {
		audits = answer.audited;
		heard.audit = answer;
		draw();
	}),
	whatIf: new Poll(SELDOM, () => ofChosen(() => '/what-if'), (answer) => chosen() !== null && whatIf.show(answer, heard.caches[chosen()]), (problem) => whatIf.failed(problem)),
	configuration: new Poll(ALL_NODES, () => (heard.caches === null || connection.isLost ? null : read('/configuration')), showConfiguration),
	cluster: new Poll(ALL_NODES, () => (heard.caches === null || connection.isLost || single ? null : read('/cluster')), (answer) => {
		single = !answer.clustered;
		cluster.show(answer);
		heard.nodes = answer.clustered ? answer.nodes : [];
		lease(!heard.nodes.some(({ node }) => node.here && hasLostLease(node)));
		draw();
		showElsewhere();
	}),
	detail: new Poll(SELDOM, () => (current().entry === '' ? null : ofChosen(() => '/entries/' + encodeURIComponent(current().entry))), (answer) => {
		detail.show(answer);
		showElsewhere();
	}, (problem) => (problem.status === 404 ? detail.gone() : detail.failed(problem))),
};

function showElsewhere() {
	if (cluster.clustered) {
		detail.showElsewhere(cluster.others);
	}
}

function askAll() {
	Object.values(polls).forEach((poll) => poll.now());
}

/** Shows the configuration after an attempt to change it, and everything that depends on it. */
function reconfigured(answer) {
	if (answer !== null) {
		showConfiguration(answer);
	}
	askAll();
}

function showConfiguration(answer) {
	heard.configuration = answer;
	configuration.show(answer);
}

function showCaches(caches, took) {
	const recovered = connection.isLost || heard.caches === null;
	connection.hear(took);
	heard.caches = caches;
	const names = Object.keys(caches);
	if (chosen() === null && names.length > 0) {
		choosing = true;
		amend({ cache: names[0], entry: '' });
	}
	draw();
	if (recovered) {
		watchesTables = true;
		audits = true;
		Object.entries(polls).forEach(([name, poll]) => name !== 'caches' && poll.now());
	}
}

function lose(problem) {
	connection.miss(problem);
	draw();
	if (problem.status === 401) {
		signedIn('sign.read');
	}
}

function draw() {
	if (heard.caches === null) {
		return;
	}
	const caches = Object.entries(heard.caches).map(([name, snapshot]) => {
		const recent = recentOf(name);
		return { name, snapshot, recent, hour: heard.hour?.caches[name] ?? NO_HOUR, findings: found(name).length, chosen: name === chosen(), alarming: troubles({ snapshot, recent }) };
	});
	const problems = health.show({ caches, status: heard.status, nodes: heard.nodes, findings: heard.findings ?? [], configuration: heard.configuration, lostAt: connection.isDown ? connection.heardAt : null });
	if (choosing) {
		choosing = heard.status === null || heard.findings === null;
		const worst = problems.flatMap(({ cache, caches: several = [cache] }) => several).find((name) => Object.hasOwn(heard.caches, name));
		if (worst !== undefined && worst !== chosen()) {
			// This draws the page again.
			amend({ cache: worst, entry: '' });
			return;
		}
	}
	drawIdentity(problems.length, connection.isDown ? connection.heardAt : null);
	byId('cache-table').hidden = caches.length === 0;
	byId('no-caches').hidden = caches.length > 0;
	table.show(caches);
	const name = chosen();
	byId('chosen').hidden = name === null;
	byId('analysis').hidden = name === null;
	if (name === null) {
		return;
	}
	const cache = caches.find((one) => one.chosen);
	const { policy, bypassed, size } = cache.snapshot;
	if (byId('chosen-title').textContent !== name) {
		byId('chosen-title').replaceChildren(...breakable(name));
	}
	text(byId('analysis-title'), say('analysis', { cache: name }));
	for (const place of document.querySelectorAll('#analysis .of')) {
		text(place, name);
	}
	text(byId('chosen-policy'), policyWords(policy));
	if (!bypassed && byId('bypassed').contains(document.activeElement)) {
		byId('chosen-title').focus();
	}
	byId('bypassed').hidden = !bypassed;
	text(byId('bypassed-text'), bypassed ? bypassWords(cache) : '');
	showNumbers(cache);
	byId('failing').hidden = !CHANGEABLE || !cache.alarming.has('failed');
	byId('clear').disabled = connection.isLost || size === 0;
	text(byId('clear'), say('clear.open', { count: number(size) }));
	byId('bypass').hidden = bypassed !== null;
	showTables(heard.tables, name);
	showAudit(heard.audit, name);
	if (heard.findings !== null) {
		findings.show(found(name), heard.configuration);
	}
}

/** The findings of a cache. */
function found(cache) {
	return (heard.findings ?? []).filter((finding) => finding.cache === cache);
}

function showTrend() {
	if (chosen() !== null) {
		trend.show(heard.history);
	}
}

function look(before) {
	const view = current();
	if (view.cache !== before.cache) {
		entries.forget();
		removals.clear();
		whatIf.clear();
		heard.history = NO_HISTORY;
		byId('search').value = view.search;
		draw();
		showTrend();
		['removals', 'operations', 'history', 'whatIf'].forEach((name) => polls[name].now());
	}
	if (view.filter !== before.filter || view.by !== before.by || view.byOrder !== before.byOrder) {
		draw();
	}
	entries.arranged();
	if (['cache', 'search', 'sort', 'order', 'page'].some((name) => view[name] !== before[name])) {
		polls.entries.now();
	}
	if (view.entry !== before.entry) {
		detail.follow(entries.entry(view.entry));
		polls.detail.now();
	}
}

function pause() {
	paused = !paused;
	Object.values(polls).forEach((poll) => (paused ? poll.stop() : poll.start()));
	if (paused) {
		connection.pause();
	}
	else {
		connection.resume();
	}
	drawTools();
}

function drawTools() {
	text(byId('pause'), say(paused ? 'resume' : 'pause'));
	attribute(byId('pause'), 'data-paused', String(paused));
	text(byId('language'), say('language'));
	attribute(byId('language'), 'lang', say('language') === 'English' ? 'en' : 'ko');
	drawSign();
}

function speak() {
	sayStatic();
	drawTools();
	table.forget();
	health.forget();
	entries.speak();
	findings.forget();
	removals.forget();
	trend.forget();
	detail.forget();
	cluster.forget();
	whatIf.forget();
	configuration.forget();
	connection.draw();
	draw();
	showTrend();
	['detail', 'cluster'].forEach((name) => polls[name].now());
}

byId('pause').addEventListener('click', pause);
byId('language').addEventListener('click', switchLanguage);
byId('sign').addEventListener('click', toggleSign);
byId('skip').addEventListener('click', (event) => {
	// The hash is the view.
	event.preventDefault();
	byId('main').focus();
});
byId('remove-pattern').addEventListener('click', () => changes.removePattern(chosen()));
byId('clear').addEventListener('click', () => changes.clear(chosen(), heard.caches[chosen()].size, recently()));
byId('bypass').addEventListener('click', () => changes.bypass(chosen(), heard.caches[chosen()].size, recently()));
byId('end-bypass').addEventListener('click', () => changes.endBypass(chosen()));
asMenu(byId('changes'));
for (const button of document.querySelectorAll('.jump button')) {
	button.addEventListener('click', () => jump(button.dataset.to));
}
addEventListener('keydown', (event) => {
	const typing = event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
	// With a Korean input method, the key is no Latin letter, but has the same position.
	const p = event.key === 'p' || (event.code === 'KeyP' && !/^[a-z]$/i.test(event.key));
	if (p && !event.repeat && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
		pause();
	}
});
for (const type of ['pointerdown', 'click', 'keydown', 'popstate']) {
	addEventListener(type, () => {
		choosing = false;
	}, { capture: true });
}
document.addEventListener('visibilitychange', () => {
	if (!document.hidden && !paused) {
		// The page is outdated after it was hidden.
		connection.resume();
		askAll();
	}
});
onLanguage(speak);
onView(look);
onSign((refused) => {
	drawSign();
	if (refused) {
		report(say('sign.refused'), true);
	}
	if (isSignedIn()) {
		polls.caches.now();
	}
});

byId('changes').hidden = !CHANGEABLE;
byId('end-bypass').hidden = !CHANGEABLE;
byId('unchangeable').hidden = CHANGEABLE;
speak();
Object.values(polls).forEach((poll) => poll.start());
if (current().entry !== '') {
	detail.follow(undefined);
}
