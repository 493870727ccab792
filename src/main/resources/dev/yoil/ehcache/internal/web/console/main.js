/**
 * The console: polls the server once a second and shows the result.
 * @module
 */
import { amend, current, onView } from './address.js';
import { CHANGEABLE, isSignedIn, of, onSign, read, readCaches } from './api.js';
import { Changes } from './changes.js';
import { ClusterView, showKey } from './cluster.js';
import { Connection } from './connection.js';
import { RemovalList } from './removals.js';
import { Detail } from './detail.js';
import { report } from './dialog.js';
import { attribute, byId, text } from './dom.js';
import { Entries } from './entries.js';
import { FindingList } from './findings.js';
import { clockTime, onLanguage, say, sayStatic, switchLanguage } from './language.js';
import { Overview, policyWords } from './overview.js';
import { Poll } from './poll.js';
import { Rates, sum } from './rates.js';
import { drawSign, signedIn, toggleSign } from './sign.js';
import { Trend } from './trend.js';

/** The poll intervals of fast and slow data, in milliseconds. */
const OFTEN = 1000;
const SELDOM = 5000;

/** Interval of requests to all instances, in milliseconds. */
const ALL_NODES = 2000;

/** Of so many caches the last 15 minutes are asked for, and of the chosen one. */
const MOST_HISTORIES = 20;

/** The data of a cache before its first history. */
const NO_HISTORY = { stepSeconds: 5, samples: [] };

const connection = new Connection();
const overview = new Overview();
const rates = new Rates();
const trend = new Trend();
const removals = new RemovalList(() => polls.removals.now());
const findings = new FindingList();

/** The last responses. */
const heard = { caches: null, histories: new Map(), findings: null };

let paused = false;

const cluster = new ClusterView();
const changes = new Changes(askAll, () => cluster.clustered);
const remove = (entry) => changes.remove(current().cache, entry);
const entries = new Entries(remove);
const detail = new Detail(remove, (entry) => changes.removeEverywhere(current().cache, entry.key));

/** The key shown for all instances; null for none. */
let wantedKey = null;

/** The name of the cache that is shown; null if there is none yet. */
function chosen() {
	return heard.caches && Object.hasOwn(heard.caches, current().cache) ? current().cache : null;
}

/** True if there is a single instance, which does not change. */
let single = false;

/** The address of a key on all instances, below that of its cache. */
function onAll(key) {
	return '/cluster?key=' + encodeURIComponent(key);
}

/** Shows no key on all instances any more, but why. */
function forgetKey(why = '') {
	const place = byId('key-nodes');
	delete place.dataset.shown;
	text(place, why);
	byId('key-remove').hidden = true;
}

/** Asks something of the chosen cache, as long as the server answers at all. */
function ofChosen(rest) {
	const cache = chosen();
	return cache === null || connection.isLost ? null : read(of(cache, rest()));
}

/** Asks for the histories of all caches, one after the other. */
async function histories() {
	const names = Object.keys(heard.caches);
	const asked = names.length > MOST_HISTORIES ? names.filter((name) => name === chosen()) : names;
	const answers = new Map();
	for (const name of asked) {
		// A failure does not affect the others.
		const answer = await read(of(name, '/history')).catch(() => heard.histories.get(name));
		if (answer) {
			answers.set(name, answer);
		}
	}
	return answers;
}

const polls = {
	caches: new Poll(OFTEN, () => {
		// Asking without a password would only count as trying.
		if (connection.isRefused && !isSignedIn()) {
			return null;
		}
		connection.ask();
		return readCaches();
	}, showCaches, lose),
	entries: new Poll(OFTEN, () => ofChosen(() => '/entries' + entries.query()), (answer) => {
		entries.show(answer);
		const known = entries.entry(current().entry);
		if (known && detail.isOpen()) {
			detail.update(known);
		}
	}, (problem) => entries.absent(problem)),
	removals: new Poll(OFTEN, () => ofChosen(() => '/removals?limit=' + removals.limit()), (answer) => removals.show(answer)),
	operations: new Poll(SELDOM, () => ofChosen(() => '/operations?limit=100'), (answer) => removals.showOperations(answer)),
	histories: new Poll(SELDOM, () => (heard.caches === null || connection.isLost ? null : histories()), (answer) => {
		heard.histories = answer;
		draw();
		showTrend();
	}),
	findings: new Poll(SELDOM, () => (heard.caches === null || connection.isLost ? null : read('/findings')), (answer) => {
		heard.findings = answer;
		draw();
	}),
	cluster: new Poll(ALL_NODES, () => (heard.caches === null || connection.isLost || single ? null : read('/cluster')), (answer) => {
		single = !answer.clustered;
		cluster.show(answer);
		draw();
		byId('key-section').hidden = single;
	}),
	key: new Poll(ALL_NODES, () => (wantedKey === null ? null : ofChosen(() => onAll(wantedKey))), (answer) => {
		if (answer.key === wantedKey) {
			showKey(byId('key-nodes'), answer);
			byId('key-remove').hidden = !CHANGEABLE;
		}
	}, (problem) => forgetKey(say('cluster.key.empty', { detail: problem.detail || problem.status }))),
	everywhere: new Poll(ALL_NODES, () => (!cluster.clustered || detail.key() === null ? null : ofChosen(() => onAll(detail.key()))), (answer) => detail.showEverywhere(answer)),
	detail: new Poll(SELDOM, () => (current().entry === '' ? null : ofChosen(() => '/entries/' + encodeURIComponent(current().entry))), (answer) => detail.show(answer),
		(problem) => (problem.status === 404 ? detail.gone() : detail.failed(problem))),
};

function askAll() {
	Object.values(polls).forEach((poll) => poll.now());
}

function showCaches(caches, took) {
	const recovered = connection.isLost || heard.caches === null;
	connection.hear(took);
	heard.caches = caches;
	rates.hear(performance.now(), caches);
	const names = Object.keys(caches);
	if (chosen() === null && names.length > 0) {
		amend({ cache: names[0], entry: '' });
	}
	draw();
	if (recovered) {
		Object.entries(polls).forEach(([name, poll]) => name !== 'caches' && poll.now());
	}
}

function lose(problem) {
	connection.miss(problem);
	if (problem.status === 401) {
		signedIn('sign.read');
	}
}

function draw() {
	if (heard.caches === null) {
		return;
	}
	overview.show(Object.entries(heard.caches).map(([name, snapshot]) => ({
		name, snapshot, now: rates.ratio(name), samples: heard.histories.get(name)?.samples ?? [],
		findings: found(name).length, chosen: name === chosen(),
		alarming: alarming(name),
	})));
	const name = chosen();
	byId('chosen').hidden = name === null;
	if (name === null) {
		return;
	}
	const { policy, bypassed } = heard.caches[name];
	text(byId('chosen-title'), name);
	text(byId('chosen-policy'), policyWords(policy));
	byId('bypassed').hidden = !bypassed;
	text(byId('bypassed'), bypassed ? say('bypassed.since', { time: clockTime(Date.parse(bypassed.since)), by: bypassed.by }) : '');
	text(byId('bypass'), say(bypassed ? 'bypass.end' : 'bypass.open'));
	attribute(byId('bypass'), 'data-bypassed', String(Boolean(bypassed)));
	byId('bypass-end').hidden = Boolean(bypassed) || !cluster.bypassedElsewhere.has(name);
	if (heard.findings !== null) {
		findings.show(found(name));
	}
}

/** The numbers of a cache that indicate trouble. */
function alarming(cache) {
	const at = performance.now();
	const late = sum(heard.histories.get(cache)?.samples ?? [], 'staleServed') > 0;
	return new Set([...(late || rates.isRising(at, cache, 'staleServed') ? ['stale'] : []), ...(rates.isRising(at, cache, 'failedLoads') ? ['failed'] : [])]);
}

/** The findings of a cache. */
function found(cache) {
	return (heard.findings ?? []).filter((finding) => finding.cache === cache);
}

function showTrend() {
	if (chosen() !== null) {
		trend.show(heard.histories.get(chosen()) ?? NO_HISTORY);
	}
}

function look(before) {
	const view = current();
	if (view.cache !== before.cache) {
		entries.forget();
		removals.clear();
		byId('search').value = view.search;
		wantedKey = null;
		forgetKey();
		draw();
		showTrend();
		['removals', 'operations', 'histories'].forEach((name) => polls[name].now());
	}
	entries.arranged();
	if (['cache', 'search', 'sort', 'order', 'page'].some((name) => view[name] !== before[name])) {
		polls.entries.now();
	}
	if (view.entry !== before.entry) {
		detail.follow(entries.entry(view.entry));
		polls.detail.now();
		polls.everywhere.now();
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
	overview.forget();
	entries.speak();
	findings.forget();
	removals.forget();
	trend.forget();
	detail.forget();
	cluster.forget();
	forgetKey();
	connection.draw();
	draw();
	showTrend();
	['detail', 'cluster', 'key', 'everywhere'].forEach((name) => polls[name].now());
}

byId('pause').addEventListener('click', pause);
byId('language').addEventListener('click', switchLanguage);
byId('sign').addEventListener('click', toggleSign);
byId('skip').addEventListener('click', (event) => {
	// The hash is the view.
	event.preventDefault();
	byId('main').focus();
});
byId('key-form').addEventListener('submit', (event) => {
	event.preventDefault();
	wantedKey = byId('key').value;
	forgetKey();
	polls.key.now();
});
byId('key-remove').addEventListener('click', () => wantedKey !== null && changes.removeEverywhere(chosen(), wantedKey));
byId('remove-pattern').addEventListener('click', () => changes.removePattern(chosen()));
byId('clear').addEventListener('click', () => changes.clear(chosen(), heard.caches[chosen()].size));
byId('bypass').addEventListener('click', () => (heard.caches[chosen()].bypassed ? changes.endBypass(chosen()) : changes.bypass(chosen(), heard.caches[chosen()].size)));
byId('bypass-end').addEventListener('click', () => changes.endBypass(chosen(), true));
for (const button of document.querySelectorAll('.jump button')) {
	button.addEventListener('click', () => {
		byId(button.dataset.to).scrollIntoView();
		byId(button.dataset.to).focus({ preventScroll: true });
	});
}
addEventListener('keydown', (event) => {
	const typing = event.target instanceof Element && event.target.closest('input, select, textarea, dialog');
	// With a Korean input method the key is no Latin letter: then its place counts.
	const p = event.key === 'p' || (event.code === 'KeyP' && !/^[a-z]$/i.test(event.key));
	if (p && !event.repeat && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
		pause();
	}
});
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
byId('unchangeable').hidden = CHANGEABLE;
speak();
Object.values(polls).forEach((poll) => poll.start());
if (current().entry !== '') {
	detail.follow(undefined);
}
