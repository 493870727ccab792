// Answers the what-if of all caches and the configuration in place of the server. A test changes `tuning`.
(() => {
	const CAPACITIES = [625, 1250, 2500, 5000, 10000, 20000, 40000, 80000, 160000, null];
	const TTLS = ['25s', '50s', '100s', '200s', '400s', '800s', '1600s', null];
	const cell = (hitRatio) => ({ hitRatio, loadsPerSecond: (1 - hitRatio) * 100, databaseMillisPerSecond: (1 - hitRatio) * 310, bytes: 3_456_789, sampledKeys: 2048 });
	const unknown = (row, column) => row === 0 || (row === 4 && column === 6) || (row === 7 && column === 3);
	const cells = (known) => CAPACITIES.map((_, row) => TTLS.map((__, column) => (known(row, column) ? cell(0.5 + 0.04 * row + 0.01 * column) : null)));
	const whatIf = (changes) => ({ capacity: 10000, ttl: '200s', lookups: 123456.7, measured: { hitRatio: 0.695, loadsPerSecond: 30.5, databaseMillisPerSecond: 94 }, knee: 20000,
		capacities: CAPACITIES, ttls: TTLS, cells: cells((row, column) => !unknown(row, column)), ...changes });
	const none = { knee: null, cells: cells(() => false) };
	const change = (cache, attribute, from, to, line, reason = null) => ({ cache, attribute, from, to, line, live: reason === null, reason });
	const changes = [change('findGenres', 'ttl', '200s', '600s', 24), change('findGenres', 'refresh-after', null, '90s', 24),
		change('renderPage', 'offheap', null, '64 MB', 40, 'tiers are opened at the start'), change('further', 'cache', null, null, 44), change(null, 'y:cluster', null, null, 9, 'the instance joins others at the start')];
	const applied = (second) => ({ at: `2026-01-02T03:04:0${second}Z`, by: 'admin', changes: changes.slice(0, 2) });
	const configuration = (state, more) => ({ file: 'ehcache.xml', reload: 'manual', state, digest: '9f3c', changes: [], predictions: {}, problem: null, remedy: null, history: [], ...more });
	const pending = configuration('PENDING', { changes, predictions: { findGenres: { before: cell(0.81), after: cell(0.93) } } });
	const states = {
		IN_SYNC: configuration('IN_SYNC'), PENDING: pending, UNWATCHED: configuration('UNWATCHED'),
		INVALID: configuration('INVALID', { problem: 'ehcache.xml:24:9: Invalid ttl "5".\nehcache.xml:30:2: Unknown attribute tt1.', remedy: 'Add a unit, such as 5s.' }),
		APPLIED: configuration('IN_SYNC', { history: [5, 4, 3, 2, 1].map(applied) }),
	};
	const tuning = globalThis.tuning = { asked: 0, posted: [], refusal: null, whatIf: 'known', configuration: 'IN_SYNC',
		whatIfs: { known: whatIf(), far: whatIf({ measured: { hitRatio: 0.4, loadsPerSecond: 60, databaseMillisPerSecond: 180 } }), idle: whatIf({ ...none, lookups: 0, measured: null }),
			few: whatIf({ ...none, lookups: 31 }), off: whatIf({ lookups: 0, measured: null, knee: null, capacities: [], ttls: [], cells: [] }) } };
	const server = fetch;
	globalThis.fetch = async (url, request) => {
		if (url.endsWith('/what-if')) {
			tuning.asked++;
			return Response.json(tuning.whatIfs[tuning.whatIf]);
		}
		if (!url.endsWith('/configuration')) {
			return server(url, request);
		}
		if (request.method === 'GET') {
			return Response.json(states[tuning.configuration]);
		}
		const body = JSON.parse(request.body);
		tuning.posted.push(body);
		if (tuning.refusal !== null && !body.dryRun) {
			return Response.json({ status: tuning.refusal, detail: 'The file has changed.' }, { status: tuning.refusal });
		}
		if (!body.dryRun) {
			tuning.configuration = 'APPLIED';
		}
		return Response.json(body.dryRun ? pending : states.APPLIED);
	};
})();
