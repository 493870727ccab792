// Answers the what-if of all caches in place of the server. A test changes `tuning`.
(() => {
	const CAPACITIES = [625, 1250, 2500, 5000, 10000, 20000, 40000, 80000, 160000, null];
	const TTLS = ['25s', '50s', '100s', '200s', '400s', '800s', '1600s', null];
	const cell = (hitRatio) => ({ hitRatio, loadsPerSecond: (1 - hitRatio) * 100, databaseMillisPerSecond: (1 - hitRatio) * 310, bytes: 3_456_789, sampledKeys: 2048 });
	const unknown = (row, column) => row === 0 || (row === 4 && column === 6) || (row === 7 && column === 3);
	const cells = (known) => CAPACITIES.map((_, row) => TTLS.map((__, column) => (known(row, column) ? cell(0.5 + 0.04 * row + 0.01 * column) : null)));
	const whatIf = (changes) => ({ capacity: 10000, ttl: '200s', lookups: 123456.7, measured: { hitRatio: 0.695, loadsPerSecond: 30.5, databaseMillisPerSecond: 94 }, knee: 20000,
		capacities: CAPACITIES, ttls: TTLS, cells: cells((row, column) => !unknown(row, column)), ...changes });
	const none = { knee: null, cells: cells(() => false) };
	const tuning = globalThis.tuning = { asked: 0, whatIf: 'known',
		whatIfs: { known: whatIf(), far: whatIf({ measured: { hitRatio: 0.4, loadsPerSecond: 60, databaseMillisPerSecond: 180 } }), idle: whatIf({ ...none, lookups: 0, measured: null }),
			few: whatIf({ ...none, lookups: 31 }), off: whatIf({ lookups: 0, measured: null, knee: null, capacities: [], ttls: [], cells: [] }) } };
	const server = fetch;
	globalThis.fetch = async (url, request) => {
		if (url.endsWith('/what-if')) {
			tuning.asked++;
			return Response.json(tuning.whatIfs[tuning.whatIf]);
		}
		return server(url, request);
	};
})();
