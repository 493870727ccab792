// Changes responses of the server: loss.frozen leaves requests unanswered, loss.waiting is true after one of them, loss.lease is what is left of the lease
// of the only instance, loss.long adds two caches with long names and slow loads, which fail and are bypassed. The page's time is loss.ahead milliseconds ahead.
(() => {
	const asked = globalThis.fetch;
	const LONG = 'findWebtoonsByPublishDayAndGenreFor';
	const change = {
		'?limit=0': (caches) => {
			const [first] = Object.values(caches);
			const slow = { ...first, bypassed: { since: new Date().toISOString(), by: 'admin' }, loadTimes: { p50Millis: 12.5, p95Millis: 671_000, p99Millis: 700_000 } };
			return loss.long ? { ...caches, [LONG + 'AnonymousReaders']: slow, [LONG + 'AuthenticatedReaders']: slow } : caches;
		},
		'/status': (answer) => {
			const failing = { hits: 1, misses: 1, hitRatio: 0.5, failedLoads: 1, staleServed: 1 };
			const recent = { '1m': failing, '15m': failing, '60m': failing };
			return { ...answer, recent: { ...answer.recent, [LONG + 'AnonymousReaders']: recent, [LONG + 'AuthenticatedReaders']: recent } };
		},
		'/cluster': (answer) => ({ ...answer, clustered: true, nodes: answer.nodes.map(({ node, caches }) => ({ node: { ...node, leaseLeftMillis: loss.lease }, caches })) }),
		'/history': ({ stepSeconds, caches }) => (caches ? { stepSeconds, caches } : { stepSeconds, samples: Array.from({ length: 180 }, (_, index) => ({ at: new Date(Date.now() - (180 - index) * 5000).toISOString(),
			size: 1, hits: 9, misses: 1, loads: 1, sharedLoads: 0, staleServed: 0, evictions: 0, expirations: 0, explicitRemovals: 0 })) }),
	};
	globalThis.loss = { frozen: false, waiting: false, ahead: 0, lease: 900, long: false };
	const now = performance.now.bind(performance);
	performance.now = () => now() + loss.ahead;
	globalThis.fetch = async (url, options) => {
		while (loss.frozen) {
			loss.waiting = true;
			await new Promise((done) => setTimeout(done, 50));
		}
		const answer = await asked(url, options);
		const [, changed] = Object.entries(change).find(([end]) => String(url).endsWith(end)) ?? [];
		return changed ? new Response(JSON.stringify(changed(await answer.json())), { status: answer.status, headers: answer.headers }) : answer;
	};
})();
