package dev.yoil.ehcache.internal.cluster;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.yoil.ehcache.region.RegionTable;
import dev.yoil.ehcache.region.RegionVersion;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.PGConnection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Notifications through a real PostgreSQL, from a sender to an instance that hardly ever
 * polls.
 */
@Timeout(60)
class RegionNotificationTests extends RegionDatabase {

	private static final Duration POLL = Duration.ofSeconds(30);

	private final DatabaseRegionTable sender = new DatabaseRegionTable(this.dataSource);

	/** The reads of the table by the watch, and a few statements when it starts. */
	private final AtomicInteger reads = new AtomicInteger();

	RegionNotificationTests() {
		super(Duration.ofMinutes(1));
	}

	@BeforeEach
	void createSecret() {
		this.table.createSecret();
	}

	@AfterEach
	void closeSender() {
		this.sender.close();
	}

	private RegionWatch watch(Duration poll) {
		RegionWatch watch = watch(poll, () -> intercepted(open("watch"), (method, call) -> {
			if (method.getName().equals("prepareStatement")) {
				this.reads.incrementAndGet();
			}
			return call.call();
		}));
		// Its first notification, which no other instance receives.
		await().until(() -> this.table.sent() == 1);
		return watch;
	}

	private Map<String, RegionVersion> change(Collection<String> names) {
		Map<String, RegionVersion> raised = new HashMap<>();
		this.sender.increment(new TreeSet<>(names)).forEach((name, each) -> raised.put(name, each.version()));
		this.sender.wakeOthers(raised);
		return raised;
	}

	private long number(String region) {
		RegionVersion version = this.regions.version(region);
		return (version != null) ? version.number() : 0;
	}

	private void send(String payload) {
		this.jdbc.queryForList("select pg_notify(?, ?)", RegionNotification.CHANNEL, payload);
	}

	/** Returns the payload for regions that were changed once more. */
	private String payload(Set<String> names) throws SQLException {
		try (Connection connection = this.dataSource.getConnection()) {
			connection.createStatement().execute("listen " + RegionNotification.CHANNEL);
			this.sender.increment(new TreeSet<>(names));
			RegionNotification.send(this.jdbc, this.sender.instance(), this.sender.identity(), names);
			return connection.unwrap(PGConnection.class).getNotifications(5_000)[0].getParameter();
		}
	}

	@Test
	void notifiedChangesCauseNoReads() {
		RegionWatch watch = watch(POLL);
		int before = this.reads.get();
		for (int i = 1; i <= 100; i++) {
			Map<String, RegionVersion> raised = change(List.of("a", "b " + i));
			await().pollInterval(Duration.ofMillis(2))
				.until(() -> this.regions.version("a") != null && this.regions.version("a").equals(raised.get("a")));
		}
		assertThat(number("b 57")).isPositive();
		assertThat(this.reads).hasValue(before);
		assertThat(watch.changesTold()).isGreaterThanOrEqualTo(200);
	}

	@Test
	void readsForNotificationsWithoutVersionsAreCoalesced() {
		watch(POLL);
		int before = this.reads.get();
		long began = System.nanoTime();
		for (int i = 0; i < 300; i++) {
			send(UUID.randomUUID().toString());
		}
		this.sender.increment(new TreeSet<>(Set.of("last")));
		send(UUID.randomUUID().toString());
		await().until(() -> number("last") > 0);
		long slots = Duration.ofNanos(System.nanoTime() - began).toMillis() / 20;
		assertThat(this.reads.get() - before).isBetween(1, (int) slots + 2);
	}

	/**
	 * Earlier versions of the library read unless the payload is their own id, and send
	 * their id only.
	 */
	@Test
	void earlierAndLaterVersionsOfTheLibraryAreUnderstood() throws SQLException {
		assertThat(payload(Set.of("a"))).isNotEqualTo(this.sender.instance());
		watch(POLL);
		List<String> others = List.of(UUID.randomUUID().toString(), "", "v9 {\"a\": 7}",
				UUID.randomUUID() + " " + this.table.identity() + "\n7 no-tag a",
				UUID.randomUUID() + " " + this.table.identity() + "\n99999999999999999999 " + UUID.randomUUID() + " a",
				// Of a table in another schema.
				UUID.randomUUID() + " yoil 7\n7 " + UUID.randomUUID() + " a");
		for (String payload : others) {
			long expected = this.sender.increment(new TreeSet<>(Set.of("a"))).get("a").version().number();
			send(payload);
			await().untilAsserted(() -> assertThat(number("a")).as(payload).isEqualTo(expected));
		}
	}

	@Test
	void aPayloadThatIsTooLongIsTheIdOfTheSender() throws SQLException {
		String identity = this.sender.identity();
		int header = this.sender.instance().length() + 1 + identity.length();
		// A line break, the number, two spaces and the tag.
		int line = 1 + 16 + 1 + 36 + 1;
		int each = line + 180;
		int full = (RegionNotification.MAX_LENGTH - header) / each;
		int rest = RegionNotification.MAX_LENGTH - header - full * each;
		Set<String> fitting = IntStream.range(0, full)
			// Two bytes each.
			.mapToObj((i) -> "é".repeat(88) + "%04d".formatted(i))
			.collect(Collectors.toCollection(TreeSet::new));
		String last = "x".repeat(rest - line);
		fitting.add(last);
		String payload = payload(fitting);
		assertThat(payload.getBytes(StandardCharsets.UTF_8)).hasSize(RegionNotification.MAX_LENGTH);
		assertThat(RegionNotification.parse(payload, identity)).containsOnlyKeys(fitting);
		fitting.remove(last);
		fitting.add(last + "y");
		assertThat(payload(fitting)).as("one byte more").isEqualTo(this.sender.instance());
		Set<String> many = IntStream.range(0, 10_000).mapToObj(String::valueOf).collect(Collectors.toSet());
		assertThat(payload(many)).isEqualTo(this.sender.instance());
		assertThat(payload(Set.of("two\nlines"))).isEqualTo(this.sender.instance());
	}

	@Test
	void namesMayContainAnythingElse() throws SQLException {
		Set<String> names = Set.of(" a  b ", "\t'\"\\", "한국어 🎈", "1 2 3");
		assertThat(RegionNotification.parse(payload(names), this.sender.identity())).containsOnlyKeys(names);
	}

	@Test
	void aLostNotificationIsFoundByThePoll() {
		RegionWatch watch = watch(Duration.ofMillis(500));
		this.sender.increment(new TreeSet<>(Set.of("lost")));
		change(Set.of("told"));
		await().until(() -> number("told") > 0);
		await().until(() -> number("lost") > 0);
		assertThat(watch.changesFound()).isPositive();
	}

	/**
	 * The other instance's notification is lost. The own one closes the gap.
	 */
	@Test
	void anOwnNotificationAppliesAnOwnChangeAfterAGap() {
		watch(POLL);
		long gap = this.sender.increment(new TreeSet<>(Set.of("a"))).get("a").version().number();
		int before = this.reads.get();
		this.regions.changed("a");
		await().until(() -> number("a") > gap);
		assertThat(this.regions.version(RegionTable.SECRET)).isNotNull();
		assertThat(this.regions.state(Set.of("a"))).isNotNull();
		assertThat(this.reads).hasValue(before);
	}

}
