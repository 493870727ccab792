package dev.yoil.lab.cluster;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

import dev.yoil.lab.LabException;
import io.netty.util.concurrent.DefaultThreadFactory;

/**
 * The writers of all instances: likes at a constant rate, each by a random instance. A
 * like inserts a row, updates another, and increments the versions of two regions. After
 * the commit, the instance sends a notification on another connection, at most one at a
 * time.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Tasks report their failures.
final class Writers implements AutoCloseable {

	static final int WRITERS = 6;

	static final int NOTIFIERS = 4;

	/** Begin, insert, update, increment and commit. */
	private static final int STATEMENTS = 5;

	/** The limit of PostgreSQL is 8,000 bytes, with the byte at the end. */
	private static final int LONGEST_PAYLOAD = 7_999;

	private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(WRITERS,
			new DefaultThreadFactory("writers", true));

	private final List<ScheduledExecutorService> notifying = new ArrayList<>();

	private final List<Connection> connections = new ArrayList<>();

	private final ClusterLevel level;

	private final Changes changes;

	private final Consumer<String> failed;

	/** The changes that each instance still has to announce, by region. */
	private final List<Map<String, String>> pending = new ArrayList<>();

	private final LongAdder committed = new LongAdder();

	private final LongAdder statements = new LongAdder();

	Writers(ClusterLevel level, String url, String user, Changes changes, Consumer<String> failed) {
		this.level = level;
		this.changes = changes;
		this.failed = failed;
		for (int i = 0; i < level.instances(); i++) {
			this.pending.add(new LinkedHashMap<>());
		}
		try {
			while (this.connections.size() < WRITERS + NOTIFIERS) {
				this.connections.add(DriverManager.getConnection(url, user, ""));
			}
		}
		catch (SQLException ex) {
			close();
			throw new LabException("PostgreSQL refused a connection: " + ex.getMessage(), ex);
		}
		for (int i = 0; i < NOTIFIERS; i++) {
			this.notifying.add(Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("notifiers", true)));
		}
	}

	void start() throws SQLException {
		long interval = TimeUnit.SECONDS.toNanos(WRITERS) / this.level.changes();
		SplittableRandom random = new SplittableRandom(this.level.instances());
		for (int i = 0; i < WRITERS; i++) {
			Writer writer = new Writer(this.connections.get(i), random.split());
			this.threads.scheduleAtFixedRate(writer::run, interval * i / WRITERS, interval, TimeUnit.NANOSECONDS);
		}
	}

	long committed() {
		return this.committed.sum();
	}

	long statements() {
		return this.statements.sum();
	}

	private void announce(int instance, Map<String, String> raised) {
		Map<String, String> waiting = this.pending.get(instance);
		boolean first;
		synchronized (waiting) {
			first = waiting.isEmpty();
			waiting.putAll(raised);
		}
		if (first) {
			int notifier = instance % NOTIFIERS;
			this.notifying.get(notifier).execute(() -> wake(instance, this.connections.get(WRITERS + notifier)));
		}
	}

	private void wake(int instance, Connection connection) {
		Map<String, String> waiting = this.pending.get(instance);
		Map<String, String> taken;
		synchronized (waiting) {
			taken = new LinkedHashMap<>(waiting);
			waiting.clear();
		}
		try (PreparedStatement notify = connection.prepareStatement("select pg_notify(?, ?)")) {
			notify.setString(1, SimulatedRegions.CHANNEL);
			notify.setString(2, payload(SimulatedInstance.id(instance), this.level.payload() ? taken : Map.of()));
			notify.execute();
			this.statements.increment();
		}
		catch (SQLException ex) {
			failed(ex);
		}
	}

	/** Returns only the sender, which makes receivers read, if the rest is too long. */
	static String payload(String sender, Map<String, String> raised) {
		StringBuilder text = new StringBuilder(sender);
		raised.forEach((region, version) -> text.append('\n').append(region).append(' ').append(version));
		return (text.length() > LONGEST_PAYLOAD) ? sender : text.toString();
	}

	private void failed(SQLException ex) {
		this.failed.accept(String.valueOf(ex.getMessage()));
	}

	@Override
	public void close() {
		this.threads.shutdownNow();
		this.notifying.forEach(ScheduledExecutorService::shutdownNow);
		this.connections.forEach(Writers::abort);
	}

	private static void abort(Connection connection) {
		try {
			connection.abort(Runnable::run);
		}
		catch (SQLException ex) {
			// It is closed already.
			return;
		}
	}

	/** Ends the likes, but not the notifications of those before. */
	void stop() {
		this.threads.shutdown();
	}

	/** Likes of random instances, one after the other. */
	private final class Writer {

		private final Connection connection;

		private final SplittableRandom random;

		private final PreparedStatement insert;

		private final PreparedStatement update;

		private final PreparedStatement raise;

		Writer(Connection connection, SplittableRandom random) throws SQLException {
			this.connection = connection;
			this.random = random;
			connection.setAutoCommit(false);
			this.insert = connection.prepareStatement(
					"insert into webtoon_like (webtoon_id, visitor, created_at) values (?, gen_random_uuid(), now())");
			this.update = connection.prepareStatement("update webtoon set likes = likes + 1 where id = ?");
			this.raise = connection.prepareStatement(SimulatedRegions.RAISE);
		}

		private void run() {
			int webtoon = this.random.nextInt(SimulatedRegions.WEBTOONS);
			int author = this.random.nextInt(Writers.this.level.instances());
			try {
				like(webtoon, author);
			}
			catch (SQLException ex) {
				failed(ex);
			}
		}

		private void like(int webtoon, int author) throws SQLException {
			this.insert.setLong(1, webtoon);
			this.insert.executeUpdate();
			this.update.setLong(1, webtoon);
			this.update.executeUpdate();
			String region = SimulatedRegions.ofWebtoon(webtoon);
			this.raise.setArray(1,
					this.connection.createArrayOf("varchar", new String[] { SimulatedRegions.ofDay(webtoon), region }));
			Map<String, String> raised = new LinkedHashMap<>();
			long version = 0;
			try (ResultSet rows = this.raise.executeQuery()) {
				while (rows.next()) {
					raised.put(rows.getString(1), rows.getLong(2) + " " + rows.getString(3));
					version = rows.getString(1).equals(region) ? rows.getLong(2) : version;
				}
			}
			Writers.this.changes.begin(webtoon, version, author);
			this.connection.commit();
			Writers.this.changes.committed(webtoon, version, System.nanoTime());
			Writers.this.committed.increment();
			Writers.this.statements.add(STATEMENTS);
			announce(author, raised);
		}

	}

}
