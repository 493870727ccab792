package dev.yoil.ehcache.internal.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.ehcache.Background;
import dev.yoil.ehcache.internal.cluster.CheckedNode.Answer;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Counters that are counted up and read on several nodes at once, while processes,
 * connections and the database fail: who brings the token of a change never reads what
 * was before it, and nobody reads what is older than the lease.
 */
final class ClusterCheck {

	/** How many ask each node at once without counting anything up, and how many do. */
	private static final int ACTORS = 3;

	private final List<CountedUp> counters = IntStream.range(0, CheckedPage.REGIONS * CheckedPage.COUNTERS)
		.mapToObj((counter) -> new CountedUp())
		.toList();

	private final Queue<String> stale = new ConcurrentLinkedQueue<>();

	private final AtomicLong reads = new AtomicLong();

	private final AtomicLong readsWithToken = new AtomicLong();

	private final AtomicLong readsWithoutLease = new AtomicLong();

	private final AtomicLong hits = new AtomicLong();

	private final AtomicLong tierHits = new AtomicLong();

	private final AtomicLong markedStale = new AtomicLong();

	private final AtomicLong oldest = new AtomicLong();

	private final List<Fault> toCome = new ArrayList<>();

	private final Map<String, Integer> faults = new TreeMap<>();

	private final CheckedCluster cluster;

	private final List<CheckedNode> nodes;

	private final long seed;

	/** Where nobody changes anything or brings a token: it would hear of that. */
	private volatile @Nullable CheckedNode lonely;

	/** While a process starts, which needs the processors. */
	private volatile boolean starting;

	private volatile boolean over;

	private ClusterCheck(CheckedCluster cluster, long seed) {
		this.cluster = cluster;
		this.nodes = cluster.nodes();
		this.seed = seed;
	}

	/**
	 * Runs a check, which ends early if it finds something.
	 * @param cluster what is checked, whose parts fail now and then
	 * @param faults how many times something fails, at least
	 * @param reads how many answers there are to readers with a token, and as many to
	 * others, at least
	 */
	static Result run(CheckedCluster cluster, long seed, int faults, long reads)
			throws IOException, InterruptedException {
		return new ClusterCheck(cluster, seed).run(faults, reads);
	}

	private Result run(int faults, long reads) throws IOException, InterruptedException {
		List<CompletableFuture<Void>> actors = IntStream.range(0, this.nodes.size() * ACTORS)
			.boxed()
			.flatMap((actor) -> {
				CheckedNode node = this.nodes.get(actor % this.nodes.size());
				return Stream.of(Background.run(() -> count(node, new Random(this.seed + actor))),
						Background.run(() -> read(node, new Random(this.seed - actor))));
			})
			.toList();
		try {
			Random random = new Random(this.seed);
			for (int i = 0; goesOn()
					&& (i < faults || this.reads.get() < reads || this.readsWithToken.get() < reads); i++) {
				fail(random);
			}
		}
		finally {
			this.over = true;
			actors.forEach(CompletableFuture::join);
		}
		return new Result(this.reads.get(), this.readsWithToken.get(), this.readsWithoutLease.get(), this.hits.get(),
				this.tierHits.get(), this.markedStale.get(), this.counters.stream().mapToLong(CountedUp::changes).sum(),
				this.oldest.get() / 1_000_000, this.faults, List.copyOf(this.stale));
	}

	private boolean goesOn() {
		return !this.over && this.stale.isEmpty();
	}

	private static CheckedPage page(Random random) {
		return new CheckedPage(random.nextInt(CheckedPage.REGIONS), random.nextInt(CheckedPage.PAGES));
	}

	private void count(CheckedNode node, Random random) {
		while (goesOn()) {
			CheckedPage page = page(random);
			Optional<Answer> counted = (node != this.lonely) ? node.count(page) : Optional.empty();
			if (counted.isEmpty()) {
				pause(10_000);
				continue;
			}
			this.counters.get(page.counter()).note(counted.get());
			// Another page of the same, perhaps, which the writer's node may never have
			// seen.
			readWithToken(this.nodes.get(random.nextInt(this.nodes.size())),
					new CheckedPage(page.region(),
							page.number() % CheckedPage.COUNTERS + CheckedPage.COUNTERS * random.nextInt(3)),
					counted.get());
			pause(this.starting ? 50_000 : random.nextInt(5_000));
		}
	}

	private void read(CheckedNode node, Random random) {
		while (goesOn()) {
			CheckedPage page = page(random);
			Answer last = this.counters.get(page.counter()).last();
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
	 * Reads for somebody who knows of a change.
	 */
	private void readWithToken(CheckedNode node, CheckedPage page, Answer known) {
		if (node == this.lonely || known.token() == null) {
			return;
		}
		node.read(page, known.token()).filter(this::isFresh).ifPresent((read) -> {
			this.readsWithToken.incrementAndGet();
			if (read.value() < known.value()) {
				this.stale.add("Page %s showed %s to whoever brought %s".formatted(page, read, known));
			}
		});
	}

	private void read(CheckedNode node, CheckedPage page) {
		Optional<Answer> answer = node.read(page, null);
		if (answer.isEmpty()) {
			pause(10_000);
		}
		answer.filter(this::isFresh).ifPresent((read) -> {
			this.reads.incrementAndGet();
			if (!read.hasLease()) {
				this.readsWithoutLease.incrementAndGet();
			}
			long age = this.counters.get(page.counter()).age(read);
			this.oldest.accumulateAndGet(age, Math::max);
			if (age > CheckedCluster.LEASE.toNanos()) {
				this.stale.add("Page %s showed %s, which had been changed %d ms before".formatted(page, read,
						age / 1_000_000));
			}
		});
	}

	private boolean isFresh(Answer read) {
		if (!read.isFresh()) {
			this.markedStale.incrementAndGet();
			return false;
		}
		if (read.isHit()) {
			this.hits.incrementAndGet();
		}
		if (read.isOfSecondTier()) {
			this.tierHits.incrementAndGet();
		}
		return true;
	}

	/**
	 * Has one thing fail, or two at once, and ends that again.
	 */
	private void fail(Random random) throws IOException, InterruptedException {
		Set<CheckedNode> killed = new HashSet<>();
		int millis = 0;
		for (int i = (random.nextInt(3) == 0) ? 2 : 1; i > 0; i--) {
			CheckedNode node = this.nodes.get(random.nextInt(this.nodes.size()));
			this.lonely = (random.nextInt(3) > 0) ? node : null;
			millis = Math.max(millis, fail(next(random), node, killed, random));
		}
		waitFor(millis);
		this.cluster.execute("grant execute on function pg_notify to public");
		this.starting = !killed.isEmpty();
		this.cluster.startTier();
		for (CheckedNode healed : this.nodes) {
			healed.heal(killed.contains(healed));
		}
		this.starting = false;
		waitFor(random.nextInt(200));
	}

	/**
	 * Returns what fails next: everything once, in some order, before anything a second
	 * time.
	 */
	private Fault next(Random random) {
		if (this.toCome.isEmpty()) {
			this.toCome.addAll(List.of(Fault.values()));
			Collections.shuffle(this.toCome, random);
		}
		return this.toCome.remove(0);
	}

	/**
	 * Returns for how many milliseconds.
	 */
	private int fail(Fault fault, CheckedNode node, Set<CheckedNode> killed, Random random)
			throws IOException, InterruptedException {
		this.faults.merge(fault.toString(), 1, Integer::sum);
		int millis = fault.least + random.nextInt(fault.most - fault.least);
		switch (fault) {
			case STANDING_STILL -> {
				if (!killed.contains(node)) {
					node.standStill();
				}
			}
			case KILLED -> {
				if (killed.add(node)) {
					node.kill();
				}
			}
			case DATABASE_STARTED_AGAIN -> this.cluster.restartDatabase(random.nextBoolean() ? "fast" : "immediate");
			case TIER_STARTED_AGAIN -> this.cluster.stopTier();
			case NOBODY_WOKEN -> this.cluster.execute("revoke execute on function pg_notify from public");
			case VERSIONS_LOCKED -> lockVersions(millis);
			case CUT -> ways(node, random).forEach(FaultyProxy::cut);
			case HALF_OPEN -> ways(node, random).forEach(FaultyProxy::keepBack);
			case BYTES_LOST -> ways(node, random).forEach(FaultyProxy::lose);
		}
		return millis;
	}

	/**
	 * Returns one way, or both to the database. Most often it is the one on which a node
	 * hears of changes: without the other, readers wait for what has to be loaded.
	 */
	private static List<FaultyProxy> ways(CheckedNode node, Random random) {
		return switch (random.nextInt(6)) {
			case 0 -> List.of(node.pool());
			case 1 -> List.of(node.tier());
			case 2 -> List.of(node.pool(), node.watch());
			default -> List.of(node.watch());
		};
	}

	/**
	 * Has nobody read or raise versions for some time.
	 */
	private void lockVersions(int millis) {
		CompletableFuture<Void> unused = Background.run(() -> {
			try {
				this.cluster.execute("begin; lock table cache_region in access exclusive mode; select pg_sleep("
						+ millis / 1_000.0 + "); commit");
			}
			catch (DataAccessException ex) {
				// The database was started again meanwhile.
			}
		});
	}

	private void waitFor(int millis) {
		long end = System.nanoTime() + millis * 1_000_000L;
		while (goesOn() && System.nanoTime() - end < 0) {
			pause(5_000);
		}
	}

	static void pause(int micros) {
		LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(micros));
	}

	/** What may fail, from and to how many milliseconds long. */
	private enum Fault {

		STANDING_STILL(200, 3_000), KILLED(0, 500), DATABASE_STARTED_AGAIN(0, 500), TIER_STARTED_AGAIN(0, 1_000),
		NOBODY_WOKEN(100, 1_000), VERSIONS_LOCKED(100, 1_000), CUT(0, 200), HALF_OPEN(300, 2_000),
		BYTES_LOST(300, 2_000);

		private final int least;

		private final int most;

		Fault(int least, int most) {
			this.least = least;
			this.most = most;
		}

	}

	/**
	 * What was seen.
	 *
	 * @param reads how many reads without a token were answered
	 * @param readsWithToken how many with one
	 * @param readsWithoutLease how many of those without a token began while the lease
	 * was over
	 * @param hits how many of all were answered from a heap
	 * @param tierHits how many more were found in the second tier
	 * @param markedStale how many more said that they were not fresh
	 * @param changes how many changes there were
	 * @param oldest for how many milliseconds what was read had been changed, at most
	 * @param faults how often what failed
	 * @param stale what must not be
	 */
	record Result(long reads, long readsWithToken, long readsWithoutLease, long hits, long tierHits, long markedStale,
			long changes, long oldest, Map<String, Integer> faults, List<String> stale) {
	}

}
