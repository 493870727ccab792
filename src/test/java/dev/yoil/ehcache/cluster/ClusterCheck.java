package dev.yoil.ehcache.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.yoil.ehcache.Background;
import dev.yoil.ehcache.cluster.CheckedNode.Written;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Counters that are counted up and read on several nodes at once, while connections fail:
 * who brings the token of a change never reads what was before it, and nobody reads what
 * is older than the lease.
 */
final class ClusterCheck {

	private static final int NODES = 3;

	/** More than anybody counts to. */
	private static final int MOST = 200_000;

	/** When the change to each value had returned, by {@link System#nanoTime()}. */
	private final List<AtomicLongArray> returned = IntStream.range(0, CheckedPage.REGIONS * CheckedPage.COUNTERS)
		.mapToObj((counter) -> new AtomicLongArray(MOST))
		.toList();

	private final List<AtomicLong> latest = IntStream.range(0, CheckedPage.REGIONS * CheckedPage.COUNTERS)
		.mapToObj((counter) -> new AtomicLong())
		.toList();

	private final Queue<String> stale = new ConcurrentLinkedQueue<>();

	private final AtomicLong reads = new AtomicLong();

	private final AtomicLong readsWithToken = new AtomicLong();

	private final AtomicLong readsWithoutLease = new AtomicLong();

	private final List<CheckedNode> nodes;

	private final long seed;

	/** Where nobody changes anything or brings a token: it would hear of that. */
	private volatile @Nullable CheckedNode lonely;

	private volatile boolean over;

	private ClusterCheck(List<CheckedNode> nodes, long seed) {
		this.nodes = nodes;
		this.seed = seed;
	}

	/**
	 * Runs a check, which ends early if it finds something.
	 * @param url the URL of an empty database
	 * @param faults how many faults there are, one after the other
	 */
	static Result run(String url, PlantedFault planted, long seed, int faults) {
		CheckedNode.prepare(url);
		List<CheckedNode> nodes = new ArrayList<>();
		try {
			for (int i = 0; i < NODES; i++) {
				nodes.add(new CheckedNode(url, planted));
			}
			return new ClusterCheck(nodes, seed).run(faults);
		}
		finally {
			nodes.forEach(CheckedNode::close);
		}
	}

	private Result run(int faults) {
		List<CompletableFuture<Void>> actors = IntStream.range(0, NODES)
			.boxed()
			.flatMap((node) -> Stream.of(begin(() -> write(node, new Random(this.seed + node))),
					begin(() -> read(node, new Random(this.seed + NODES + node)))))
			.toList();
		try {
			failAgainAndAgain(new Random(this.seed - 1), faults);
		}
		finally {
			this.over = true;
			actors.forEach(CompletableFuture::join);
		}
		return new Result(this.reads.get(), this.readsWithToken.get(), this.readsWithoutLease.get(),
				this.nodes.stream().mapToLong(CheckedNode::hits).sum(), List.copyOf(this.stale));
	}

	private static CompletableFuture<Void> begin(Runnable actor) {
		return Background.run(actor);
	}

	private boolean goesOn() {
		return !this.over && this.stale.isEmpty();
	}

	private static CheckedPage page(Random random) {
		return new CheckedPage(random.nextInt(CheckedPage.REGIONS), random.nextInt(CheckedPage.PAGES));
	}

	private void write(int node, Random random) {
		while (goesOn()) {
			if (this.nodes.get(node) == this.lonely) {
				CheckedNode.pause(10_000);
				continue;
			}
			CheckedPage page = page(random);
			Written written = written(node, page);
			if (written == null) {
				continue;
			}
			AtomicLongArray times = this.returned.get(page.counter());
			times.set((int) written.value(), System.nanoTime());
			this.latest.get(page.counter()).accumulateAndGet(written.value(), Math::max);
			CheckedNode next = this.nodes.get(random.nextInt(NODES));
			if (next == this.lonely) {
				continue;
			}
			// Another page of the same, perhaps, which the writer's node may never have
			// seen.
			CheckedPage other = new CheckedPage(page.region(),
					page.number() % CheckedPage.COUNTERS + CheckedPage.COUNTERS * random.nextInt(3));
			OptionalLong read = next.read(other, random, written.token());
			this.readsWithToken.incrementAndGet();
			if (read.isPresent() && read.getAsLong() < written.value()) {
				this.stale.add("Page %s showed %s to whoever had written %d and brought %s".formatted(other, read,
						written.value(), written.token()));
			}
			CheckedNode.pause(random.nextInt(5_000));
		}
	}

	/**
	 * Returns {@code null} if nobody knows whether it was.
	 */
	private @Nullable Written written(int node, CheckedPage page) {
		try {
			return this.nodes.get(node).write(page);
		}
		catch (DataAccessException | TransactionException ex) {
			CheckedNode.pause(10_000);
			return null;
		}
	}

	private void read(int node, Random random) {
		CheckedNode asked = this.nodes.get(node);
		while (goesOn()) {
			CheckedPage page = page(random);
			if (!asked.isValid()) {
				this.readsWithoutLease.incrementAndGet();
			}
			long begun = System.nanoTime();
			OptionalLong read = asked.read(page, random, null);
			this.reads.incrementAndGet();
			long age = read.isPresent() ? age(page.counter(), read.getAsLong(), begun) : -1;
			if (age > CheckedNode.LEASE.toNanos()) {
				this.stale.add("Page %s showed %s, which had been changed %d ms before".formatted(page, read,
						age / 1_000_000));
			}
			CheckedNode.pause(random.nextInt(500));
		}
	}

	/**
	 * Returns how long before some time the first newer value's change had returned; less
	 * than zero if none had.
	 */
	private long age(int counter, long read, long begun) {
		long age = -1;
		long last = this.latest.get(counter).get();
		for (long newer = read + 1; newer <= last; newer++) {
			long time = this.returned.get(counter).get((int) newer);
			// Whoever made that change may not have noted it yet.
			if (time != 0) {
				age = Math.max(age, begun - time);
			}
		}
		return age;
	}

	private void failAgainAndAgain(Random random, int faults) {
		for (int i = 0; i < faults && goesOn(); i++) {
			CheckedNode node = this.nodes.get(random.nextInt(NODES));
			int millis = 100 + random.nextInt(900);
			this.lonely = random.nextBoolean() ? node : null;
			switch (random.nextInt(7)) {
				case 0 -> node.proxy().cut();
				case 1 -> this.nodes.forEach((silent) -> silent.wakeNobody(true));
				case 2 -> {
					node.proxy().keepBack();
					this.nodes.get(random.nextInt(NODES)).proxy().cut();
				}
				case 3 -> node.proxy().keepBack();
				case 4 -> node.breakAllConnections();
				case 5 -> node.lockVersions(millis);
				default -> node.proxy().lose();
			}
			waitFor(millis);
			this.nodes.forEach((healed) -> {
				healed.wakeNobody(false);
				healed.proxy().heal();
			});
			waitFor(random.nextInt(200));
		}
	}

	private void waitFor(int millis) {
		long end = System.nanoTime() + millis * 1_000_000L;
		while (goesOn() && System.nanoTime() - end < 0) {
			CheckedNode.pause(5_000);
		}
	}

	/**
	 * What was seen.
	 *
	 * @param reads how many reads without a token
	 * @param readsWithToken how many with one
	 * @param readsWithoutLease how many of those without a token began while the lease
	 * was over
	 * @param hits how many of all were answered from a cache
	 * @param stale what must not be
	 */
	record Result(long reads, long readsWithToken, long readsWithoutLease, long hits, List<String> stale) {
	}

}
