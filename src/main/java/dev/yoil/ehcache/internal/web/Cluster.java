package dev.yoil.ehcache.internal.web;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.cluster.ClusterNode;
import dev.yoil.ehcache.internal.cluster.NodeClient;
import dev.yoil.ehcache.internal.cluster.NodeTable;
import dev.yoil.ehcache.internal.inspect.CacheFigures;
import dev.yoil.ehcache.internal.inspect.EntrySnapshot;
import dev.yoil.ehcache.internal.inspect.KeySnapshot;
import dev.yoil.ehcache.internal.web.ClusterKeySnapshot.Difference;
import dev.yoil.ehcache.internal.web.NodeRequest.Action;
import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;
import dev.yoil.ehcache.statistics.Bypass;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Asks all instances side by side, this one without HTTP: where there are no others, this
 * one only. Whoever does not answer in time takes nothing from what the rest say.
 * Thread-safe.
 */
public final class Cluster {

	/** Both sides' own, so that it is the same whatever the application's mapper does. */
	static final JsonMapper JSON = JsonMapper.builder()
		// Another release may say more, or less.
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
		.build();

	private static final Duration LOOK = Duration.ofMillis(500);

	/** Who changes something would rather wait than not know. */
	private static final Duration CHANGE = Duration.ofSeconds(2);

	/** So long after its last sign, an instance that does not answer is not shown. */
	private static final Duration DEAD = Duration.ofMinutes(1);

	private static final Comparator<Asked> ORDER = Comparator
		.comparing((Asked asked) -> Objects.requireNonNullElse(asked.node().url(), ""))
		.thenComparing((asked) -> asked.node().id());

	private final ThisNode here;

	private final @Nullable NodeTable nodes;

	private final @Nullable NodeClient client;

	private final @Nullable RegionTable table;

	Cluster(ThisNode here, ObjectProvider<NodeTable> nodes, ObjectProvider<NodeClient> client,
			ObjectProvider<RegionTable> table) {
		this.here = here;
		this.nodes = nodes.getIfAvailable();
		this.client = client.getIfAvailable();
		this.table = table.getIfAvailable();
	}

	/**
	 * Compares the figures of all caches.
	 */
	ClusterSnapshot caches() {
		List<Asked> asked = ask(NodeRequest.look(Action.CACHES, null, null, Set.of()));
		List<Map<String, CacheFigures>> answers = answers(asked).map(NodeAnswer::caches).toList();
		Set<String> differing = answers.stream()
			.flatMap((caches) -> caches.keySet().stream())
			.filter((name) -> differ(answers, (caches) -> compared(caches.get(name))))
			.collect(Collectors.toCollection(TreeSet::new));
		return new ClusterSnapshot(this.nodes != null,
				asked.stream()
					.map((one) -> new ClusterSnapshot.CachesOfNode(one.node(),
							(one.answer() != null) ? one.answer().caches() : Map.of()))
					.toList(),
				differing);
	}

	private static List<Object> compared(@Nullable CacheFigures figures) {
		return (figures != null)
				? Arrays.asList(figures.capacity(), figures.capacityBytes(), figures.bypassed() != null) : List.of();
	}

	/**
	 * Compares what is under a key.
	 */
	ClusterKeySnapshot key(String cache, String key) {
		List<Asked> asked = ask(NodeRequest.look(Action.KEY, cache, key, Set.of()));
		Set<String> regions = answers(asked).flatMap((answer) -> answer.versions().keySet().stream())
			.collect(Collectors.toCollection(TreeSet::new));
		if (answers(asked).anyMatch((answer) -> !answer.versions().keySet().containsAll(regions))) {
			// Who never had the key cannot know what it belongs to.
			asked = ask(NodeRequest.look(Action.KEY, cache, key, regions));
		}
		Map<String, Long> versions = versions(regions);
		return new ClusterKeySnapshot(key, versions, asked.stream().map((one) -> node(one, cache, versions)).toList(),
				differing(answers(asked).toList(), cache, versions));
	}

	private static ClusterKeySnapshot.KeyOnNode node(Asked asked, String cache, @Nullable Map<String, Long> versions) {
		NodeAnswer answer = asked.answer();
		KeySnapshot key = (answer != null) ? answer.key() : null;
		if (answer == null || key == null) {
			return new ClusterKeySnapshot.KeyOnNode(asked.node(), false, null, null, null, null,
					(answer != null) ? answer.versions() : Map.of(), answer != null && isBehind(answer, versions),
					null);
		}
		return new ClusterKeySnapshot.KeyOnNode(asked.node(), true, key.entry(), key.ageMillis(), key.digest(),
				key.tierLeftMillis(), answer.versions(), isBehind(answer, versions), bypassed(answer, cache));
	}

	private static boolean isBehind(NodeAnswer answer, @Nullable Map<String, Long> versions) {
		return versions != null && answer.versions()
			.entrySet()
			.stream()
			.anyMatch((known) -> known.getValue() < versions.getOrDefault(known.getKey(), 0L));
	}

	private static @Nullable Bypass bypassed(NodeAnswer answer, String cache) {
		CacheFigures figures = answer.caches().get(cache);
		return (figures != null) ? figures.bypassed() : null;
	}

	private static Set<Difference> differing(List<NodeAnswer> answers, String cache,
			@Nullable Map<String, Long> versions) {
		Set<Difference> differing = EnumSet.noneOf(Difference.class);
		List<NodeAnswer> having = answers.stream().filter((answer) -> answer.key() != null).toList();
		List<KeySnapshot> keys = having.stream().map(NodeAnswer::key).filter(Objects::nonNull).toList();
		List<EntrySnapshot> entries = keys.stream().map(KeySnapshot::entry).filter(Objects::nonNull).toList();
		if (!having.isEmpty() && having.size() < answers.size()) {
			differing.add(Difference.CACHE);
		}
		if (!entries.isEmpty() && entries.size() < keys.size()) {
			differing.add(Difference.ENTRY);
		}
		if (differ(keys.stream().filter((key) -> key.entry() != null).toList(), KeySnapshot::digest)) {
			differing.add(Difference.VALUE);
		}
		if (differ(entries, EntrySnapshot::expired)) {
			differing.add(Difference.EXPIRED);
		}
		if (differ(answers, NodeAnswer::versions)
				|| answers.stream().anyMatch((answer) -> isBehind(answer, versions))) {
			differing.add(Difference.VERSIONS);
		}
		if (differ(having, (answer) -> bypassed(answer, cache) != null)) {
			differing.add(Difference.BYPASSED);
		}
		return differing;
	}

	private static <T> boolean differ(List<T> all, Function<T, ?> what) {
		return all.stream().map(what).distinct().limit(2).count() > 1;
	}

	/**
	 * {@return the numbers in the database, {@code null} if it does not tell}
	 */
	private @Nullable Map<String, Long> versions(Set<String> regions) {
		RegionTable asked = this.table;
		if (this.nodes == null || asked == null) {
			return Map.of();
		}
		Map<String, RegionVersion> read = this.nodes.within(LOOK, asked::read);
		if (read == null) {
			return null;
		}
		Map<String, Long> numbers = new LinkedHashMap<>();
		for (String region : regions) {
			RegionVersion version = read.get(region);
			numbers.put(region, (version != null) ? version.number() : 0);
		}
		return numbers;
	}

	/**
	 * Changes something on all instances.
	 */
	List<ClusterOperationResult> change(NodeRequest asked) {
		return ask(asked).stream().map((one) -> result(one.node(), one.answer(), asked.cache())).toList();
	}

	private static ClusterOperationResult result(ClusterNodeSnapshot node, @Nullable NodeAnswer answer,
			@Nullable String cache) {
		if (answer == null || !answer.caches().containsKey(cache)) {
			return new ClusterOperationResult(node, false, null, null);
		}
		return new ClusterOperationResult(node, true, answer.matched(), answer.removed());
	}

	private static Stream<NodeAnswer> answers(List<Asked> asked) {
		return asked.stream().map(Asked::answer).filter(Objects::nonNull);
	}

	private List<Asked> ask(NodeRequest request) {
		Duration limit = request.action().isChange() ? CHANGE : LOOK;
		byte[] body = JSON.writeValueAsBytes(request);
		Map<ClusterNode, CompletableFuture<@Nullable NodeAnswer>> sent = new HashMap<>();
		ClusterNode own = null;
		for (ClusterNode node : (this.nodes != null) ? this.nodes.nodes(LOOK) : List.<ClusterNode>of()) {
			if (node.id().equals(this.here.id())) {
				own = node;
			}
			else {
				sent.put(node, send(node, body, limit));
			}
		}
		List<Asked> asked = new ArrayList<>();
		asked.add(asked(this.here.id(), own, this.here.answer(request)));
		sent.forEach((node, answer) -> asked.add(asked(node.id(), node, answer.join())));
		if (!request.action().isChange()) {
			leaveOutDead(asked);
		}
		asked.sort(ORDER);
		return asked;
	}

	/**
	 * Compares their rows with the latest, so that an outage of the database makes nobody
	 * dead.
	 */
	private static void leaveOutDead(List<Asked> asked) {
		asked.stream()
			.map((one) -> one.node().seenAt())
			.filter(Objects::nonNull)
			.max(Comparator.naturalOrder())
			.ifPresent((latest) -> asked.removeIf((one) -> one.answer() == null && one.node().seenAt() != null
					&& one.node().seenAt().isBefore(latest.minus(DEAD))));
	}

	private CompletableFuture<@Nullable NodeAnswer> send(ClusterNode node, byte[] body, Duration limit) {
		return Objects.requireNonNull(this.client)
			.send(node, body, limit)
			.thenApply((answer) -> JSON.readValue(answer, NodeAnswer.class))
			// Something else may be listening at that address by now.
			.thenApply((answer) -> answer.id().equals(node.id()) ? answer : null)
			.exceptionally((failure) -> null);
	}

	private Asked asked(UUID id, @Nullable ClusterNode node, @Nullable NodeAnswer answer) {
		return new Asked(new ClusterNodeSnapshot(id.toString(), (node != null) ? node.url() : null,
				(node != null) ? node.seenAt() : null, id.equals(this.here.id()), answer != null,
				(answer != null) ? answer.leaseLeftMillis() : null), answer);
	}

	/**
	 * One instance.
	 *
	 * @param node what is known of it
	 * @param answer what it says; {@code null} if nothing
	 */
	private record Asked(ClusterNodeSnapshot node, @Nullable NodeAnswer answer) {
	}

}
