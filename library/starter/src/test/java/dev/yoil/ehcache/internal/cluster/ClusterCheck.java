package dev.yoil.ehcache.internal.cluster;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.cluster.CheckedNode.Response;
import dev.yoil.support.Background;
import dev.yoil.support.CounterHistory;
import dev.yoil.support.FaultyProxy;
import dev.yoil.support.Shuffled;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Counters that clients increment and read on several nodes while processes, connections
 * and the database fail. A client with the token of a change never reads an older value.
 * No client reads a value older than the lease.
 */
final class ClusterCheck {

	/** The number of readers and of writers per node. */
	private static final int ACTORS = 3;

	private final List<CounterHistory> counters = IntStream.range(0, CheckedPage.REGIONS * CheckedPage.COUNTERS)
		.mapToObj((counter) -> new CounterHistory())
		.toList();

	/** One of the latest changes of each counter. */
	private final Map<Integer, Response> latest = new ConcurrentHashMap<>();

	private final AtomicLong changes = new AtomicLong();

	private final Queue<String> stale = new ConcurrentLinkedQueue<>();

	private final AtomicLong reads = new AtomicLong();

	private final AtomicLong readsWithToken = new AtomicLong();

	private final AtomicLong readsWithoutLease = new AtomicLong();

	private final AtomicLong hits = new AtomicLong();

	private final AtomicLong tierHits = new AtomicLong();

	private final AtomicLong markedStale = new AtomicLong();

	private final Map<String, Integer> faults = new TreeMap<>();

	private final CheckedCluster cluster;

	private final List<CheckedNode> nodes;

	private final Random random;

	private final Shuffled<Fault> kinds;

	private final long seed;

	/** The node without writes and tokens, from which it would learn of changes. */
	private volatile @Nullable CheckedNode isolated;

	/** True while a process is starting, which needs the CPUs. */
	private volatile boolean starting;

	private volatile boolean over;

	private ClusterCheck(CheckedCluster cluster, Set<Fault> kinds, long seed) {
		this.cluster = cluster;
		this.random = new Random(seed);
		this.kinds = new Shuffled<>(kinds, this.random);
		this.nodes = cluster.nodes();
		this.seed = seed;
	}

	/**
	 * Runs a check until it finds a stale read, or reaches the given counts.
	 * @param cluster the checked cluster
	 * @param kinds the kinds of faults
	 * @param faults the minimum number of faults
	 * @param reads the minimum number of reads with a token, and of reads without; a
	 * quarter of it is that of hits
	 */
	static Result run(CheckedCluster cluster, Set<Fault> kinds, long seed, int faults, long reads)
			throws IOException, InterruptedException {
		return new ClusterCheck(cluster, kinds, seed).run(faults, reads);
	}

	private Result run(int faults, long reads) throws IOException, InterruptedException {
		List<CompletableFuture<Void>> actors = IntStream.range(0, this.nodes.size() * ACTORS)
			.boxed()
			.flatMap((actor) -> {
				CheckedNode node = this.nodes.get(actor % this.nodes.size());
				return Stream.of(Background.run(() -> increment(node, new Random(this.seed + actor))),
						Background.run(() -> read(node, new Random(this.seed - actor))));
			})
			.toList();
		try {
			while (isRunning() && (this.faults.values().stream().mapToInt(Integer::intValue).sum() < faults
					|| this.reads.get() < reads || this.readsWithToken.get() < reads || this.hits.get() < reads / 4)) {
				fail();
			}
		}
		finally {
			this.over = true;
			actors.forEach(CompletableFuture::join);
		}
		return new Result(this.reads.get(), this.readsWithToken.get(), this.readsWithoutLease.get(), this.hits.get(),
				this.tierHits.get(), this.markedStale.get(), this.changes.get(), this.faults, List.copyOf(this.stale));
	}

	private boolean isRunning() {
		return !this.over && this.stale.isEmpty();
	}

	private static CheckedPage page(Random random) {
		return new CheckedPage(random.nextInt(CheckedPage.REGIONS), random.nextInt(CheckedPage.PAGES));
	}

	private void increment(CheckedNode node, Random random) {
		while (isRunning()) {
			CheckedPage page = page(random);
			Optional<Response> counted = (node != this.isolated) ? node.count(page) : Optional.empty();
			if (counted.isEmpty()) {
				pause(10_000);
				continue;
			}
			this.counters.get(page.counter())
				.note(counted.get().value(), counted.get().time() + CheckedCluster.LEASE.toNanos());
			this.latest.put(page.counter(), counted.get());
			this.changes.incrementAndGet();
			// Perhaps another page of the counter, which the writer's node may not have
			// cached.
			readWithToken(this.nodes.get(random.nextInt(this.nodes.size())),
					new CheckedPage(page.region(),
							page.number() % CheckedPage.COUNTERS + CheckedPage.COUNTERS * random.nextInt(3)),
					counted.get());
			pause(this.starting ? 50_000 : random.nextInt(5_000));
		}
	}

	private void read(CheckedNode node, Random random) {
		while (isRunning()) {
			CheckedPage page = page(random);
			Response last = this.latest.get(page.counter());
			if (last != null && random.nextBoolean()) {
				readWithToken(node, page, last);
			}
			else {
				read(node, page);
			}
			pause(this.starting ? 50_000 : random.nextInt(500));
		}
	}

	/**
	 * Reads with the token of a change.
	 */
	private void readWithToken(CheckedNode node, CheckedPage page, Response known) {
		if (node == this.isolated || known.token() == null) {
			return;
		}
		node.read(page, known.token()).filter(this::isFresh).ifPresent((read) -> {
			this.readsWithToken.incrementAndGet();
			if (read.value() < known.value()) {
				this.stale.add("Page %s showed %s to a client with %s".formatted(page, read, known));
			}
		});
	}

	private void read(CheckedNode node, CheckedPage page) {
		Optional<Response> response = node.read(page, null);
		if (response.isEmpty()) {
			pause(10_000);
		}
		response.filter(this::isFresh).ifPresent((read) -> {
			this.reads.incrementAndGet();
			if (!read.hasLease()) {
				this.readsWithoutLease.incrementAndGet();
			}
			long least = this.counters.get(page.counter()).leastAt(read.time());
			if (read.value() < least) {
				this.stale.add("Page %s showed %s, although %d was older than the lease".formatted(page, read, least));
			}
		});
	}

	private boolean isFresh(Response read) {
		if (!read.isFresh()) {
			this.markedStale.incrementAndGet();
			return false;
		}
		if (read.isHit()) {
			this.hits.incrementAndGet();
		}
		if (read.isOfSharedTier()) {
			this.tierHits.incrementAndGet();
		}
		return true;
	}

	/**
	 * Causes one or two faults and ends them.
	 */
	private void fail() throws IOException, InterruptedException {
		Set<CheckedNode> killed = new HashSet<>();
		int millis = 0;
		for (int i = (this.random.nextInt(3) == 0) ? 2 : 1; i > 0; i--) {
			CheckedNode node = this.nodes.get(this.random.nextInt(this.nodes.size()));
			this.isolated = (this.random.nextInt(3) > 0) ? node : null;
			millis = Math.max(millis, fail(this.kinds.next(), node, killed));
		}
		waitFor(millis);
		this.cluster.execute("grant execute on function pg_notify to public");
		this.starting = !killed.isEmpty();
		this.cluster.startTier();
		for (CheckedNode healed : this.nodes) {
			healed.heal(killed.contains(healed));
		}
		this.starting = false;
		waitFor(this.random.nextInt(200));
	}

	/**
	 * Causes a fault. Returns its duration in milliseconds.
	 */
	private int fail(Fault fault, CheckedNode node, Set<CheckedNode> killed) throws IOException, InterruptedException {
		this.faults.merge(fault.toString(), 1, Integer::sum);
		int millis = fault.least + this.random.nextInt(fault.most - fault.least);
		switch (fault) {
			case PAUSED -> {
				if (!killed.contains(node)) {
					node.pause();
				}
			}
			case KILLED -> {
				if (killed.add(node)) {
					node.kill();
				}
			}
			case DATABASE_RESTARTED -> this.cluster.restartDatabase(this.random.nextBoolean() ? "fast" : "immediate");
			case TIER_RESTARTED -> this.cluster.stopTier();
			case NOTIFICATIONS_LOST -> this.cluster.execute("revoke execute on function pg_notify from public");
			case VERSIONS_LOCKED -> lockVersions(millis);
			case CUT -> ways(node).forEach(FaultyProxy::cut);
			case HALF_OPEN -> ways(node).forEach(FaultyProxy::hold);
			case BYTES_LOST -> ways(node).forEach(FaultyProxy::lose);
		}
		return millis;
	}

	/**
	 * Returns the connections that fail, mostly the one for notifications. Without the
	 * pool, readers wait for loads.
	 */
	private List<FaultyProxy> ways(CheckedNode node) {
		return switch (this.random.nextInt(6)) {
			case 0 -> List.of(node.pool());
			case 1 -> List.of(node.tier());
			case 2 -> List.of(node.pool(), node.watch());
			default -> List.of(node.watch());
		};
	}

	/**
	 * Locks the versions for some time.
	 */
	private void lockVersions(int millis) {
		CompletableFuture<Void> unused = Background.run(() -> {
			try {
				this.cluster.execute("begin; lock table cache_region in access exclusive mode; select pg_sleep("
						+ millis / 1_000.0 + "); commit");
			}
			catch (DataAccessException ex) {
				// The database was restarted.
			}
		});
	}

	private void waitFor(int millis) {
		long end = System.nanoTime() + millis * 1_000_000L;
		while (isRunning() && System.nanoTime() - end < 0) {
			pause(5_000);
		}
	}

	static void pause(int micros) {
		LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(micros));
	}

	/** Faults with their minimum and maximum duration in milliseconds. */
	enum Fault {

		PAUSED(200, 1_500), KILLED(0, 500), DATABASE_RESTARTED(0, 500), TIER_RESTARTED(0, 1_000),
		NOTIFICATIONS_LOST(100, 1_000), VERSIONS_LOCKED(100, 1_000), CUT(0, 200), HALF_OPEN(300, 1_500),
		BYTES_LOST(300, 1_500);

		private final int least;

		private final int most;

		Fault(int least, int most) {
			this.least = least;
			this.most = most;
		}

	}

	/**
	 * The results of a check.
	 *
	 * @param reads reads without a token
	 * @param readsWithToken reads with a token
	 * @param readsWithoutLease reads without a token after the lease ended
	 * @param hits reads from the heap
	 * @param tierHits reads from the shared tier
	 * @param markedStale reads marked as stale
	 * @param changes increments
	 * @param faults the number of each fault
	 * @param stale reads that break the promise
	 */
	record Result(long reads, long readsWithToken, long readsWithoutLease, long hits, long tierHits, long markedStale,
			long changes, Map<String, Integer> faults, List<String> stale) {
	}

}
