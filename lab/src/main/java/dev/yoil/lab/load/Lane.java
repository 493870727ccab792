package dev.yoil.lab.load;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * Users on one event loop, and their counters. Shares nothing with other threads, so that
 * counting never waits.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Users whose task fails are given up
												// after the timeout.
final class Lane {

	private static final long NANOS_PER_MICRO = 1000;

	private static final long LOOK_FOR_LATE_MILLIS = 20;

	private static final long LATER_MILLIS = 100;

	/** Arrivals before answers are read again. */
	private static final int AT_ONCE = 32;

	private final Load load;

	private final Requests requests;

	private final LoadClock clock;

	private final EventLoop loop;

	private final Bootstrap bootstrap;

	private final Runnable whenOneLeaves;

	private final long limit;

	private final List<Arrival> arrivals = new ArrayList<>();

	private final List<Puts> puts = new ArrayList<>();

	private final Set<User> users = new LinkedHashSet<>();

	private final List<Tally> targets = new ArrayList<>();

	private final List<Tally> finished = new ArrayList<>();

	private Tally current = new Tally(0);

	private int arrived;

	/**
	 * Creates a lane without users.
	 * @param whenOneLeaves called for each user that leaves, on the event loop
	 */
	Lane(Load load, Requests requests, LoadClock clock, InetSocketAddress address, EventLoop loop,
			Runnable whenOneLeaves) {
		this.load = load;
		this.requests = requests;
		this.clock = clock;
		this.loop = loop;
		this.whenOneLeaves = whenOneLeaves;
		this.limit = load.limit().toNanos();
		load.targets().forEach((target) -> this.targets.add(new Tally(0)));
		this.bootstrap = new Bootstrap().group(loop)
			.channel(NioSocketChannel.class)
			.option(ChannelOption.TCP_NODELAY, true)
			.option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0)
			.disableResolver()
			.remoteAddress(address);
	}

	/** Adds a user before the lane opens, in order of arrival. */
	void add(long at, SplittableRandom random) {
		this.arrivals.add(new Arrival(at, random));
	}

	/** Adds a target of constant-rate PUT requests, before the lane opens. */
	void addPuts(int target, SplittableRandom random) {
		this.puts.add(new Puts(target, this.load.targets().get(target).puts(), random, new ArrayDeque<>()));
	}

	void open() {
		this.loop.execute(this::admit);
		this.puts.forEach((puts) -> this.loop.execute(() -> put(puts, 0)));
		this.loop.scheduleAtFixedRate(this::giveUpLate, LOOK_FOR_LATE_MILLIS, LOOK_FOR_LATE_MILLIS,
				TimeUnit.MILLISECONDS);
	}

	private void admit() {
		int pause = this.arrived + AT_ONCE;
		while (this.arrived < this.arrivals.size() && !isOver()) {
			Arrival next = this.arrivals.get(this.arrived);
			long wait = next.at() - now();
			if (wait > 0 || this.arrived == pause) {
				// Scheduled even without a wait: executed tasks run before received data.
				this.loop.schedule(this::admit, Math.max(0, wait), TimeUnit.NANOSECONDS);
				return;
			}
			current(now());
			this.arrived++;
			enter(() -> this.requests.draw(next.random()), this::goOn).ask(next.at());
		}
	}

	private User enter(Supplier<Requests.Request> draw, Consumer<User> next) {
		User user = new User(this, draw, next);
		this.users.add(user);
		return user;
	}

	private void goOn(User user) {
		if (usersLeave()) {
			user.disconnect();
			this.users.remove(user);
			this.whenOneLeaves.run();
		}
		else {
			user.ask(now());
		}
	}

	private void put(Puts puts, long number) {
		for (long next = number; !isOver(); next++) {
			long at = next * LoadClock.SECOND / puts.perSecond();
			long wait = at - now();
			if (wait > 0) {
				long later = next;
				this.loop.schedule(() -> put(puts, later), wait, TimeUnit.NANOSECONDS);
				return;
			}
			User idle = puts.idle().poll();
			User user = (idle != null) ? idle
					: enter(() -> this.requests.draw(puts.target(), puts.random()), puts.idle()::add);
			user.ask(at);
		}
	}

	private void giveUpLate() {
		if (!isOver()) {
			long before = now() - this.load.timeout().toNanos();
			List.copyOf(this.users).forEach((user) -> user.giveUp(before));
		}
	}

	/**
	 * Counts a request that ends now.
	 * @param asked its intended start, in nanoseconds since the load began
	 * @param error null for a good answer, apart from its latency
	 * @return false if the load is over
	 */
	boolean count(int target, long asked, @Nullable String error) {
		long now = now();
		if (now >= this.clock.over()) {
			return false;
		}
		long took = now - asked;
		String kind = (error == null && took > this.limit) ? User.TOO_SLOW : error;
		current(now).count(kind, took / NANOS_PER_MICRO);
		this.targets.get(target).count(kind, took / NANOS_PER_MICRO);
		return true;
	}

	private Tally current(long now) {
		int second = (int) (Math.min(now, this.clock.over() - 1) / LoadClock.SECOND);
		while (this.current.second() < second) {
			next();
		}
		return this.current;
	}

	private void next() {
		this.current.users(this.users.size());
		this.finished.add(this.current);
		this.current = new Tally(this.current.second() + 1);
	}

	/** Returns and removes the counters of seconds that are over, in order. */
	List<Tally> takeFinished() {
		return onLoop(() -> {
			current(now());
			return take();
		});
	}

	private List<Tally> take() {
		List<Tally> taken = List.copyOf(this.finished);
		this.finished.clear();
		return taken;
	}

	/**
	 * Disconnects all users after the end of the load; returns the remaining counters.
	 */
	Rest close() {
		return onLoop(() -> {
			current(now());
			next();
			int inFlight = (int) this.users.stream().filter(User::isAsking).count();
			this.users.forEach(User::disconnect);
			return new Rest(take(), List.copyOf(this.targets), inFlight);
		});
	}

	private <T> T onLoop(Supplier<T> task) {
		return CompletableFuture.supplyAsync(task, this.loop).join();
	}

	/** Returns nanoseconds since the load began. */
	long now() {
		return this.clock.now();
	}

	boolean isOver() {
		return now() >= this.clock.over();
	}

	/** Returns whether users leave after an answer. */
	boolean usersLeave() {
		return this.load.model() == Load.Model.ONCE;
	}

	/**
	 * Runs a task after a short pause. A refused connection fails at once, and an
	 * immediate retry would take the CPUs from the service.
	 */
	void later(Runnable task) {
		this.loop.schedule(() -> {
			if (!isOver()) {
				task.run();
			}
		}, LATER_MILLIS, TimeUnit.MILLISECONDS);
	}

	Bootstrap bootstrap() {
		return this.bootstrap;
	}

	private record Arrival(long at, SplittableRandom random) {
	}

	/**
	 * Constant-rate requests.
	 *
	 * @param idle users without a request in flight
	 */
	private record Puts(int target, int perSecond, SplittableRandom random, Queue<User> idle) {
	}

	/**
	 * The counters at the end of a load.
	 *
	 * @param seconds those not taken before
	 * @param targets of the whole load
	 * @param inFlight requests that had not ended
	 */
	record Rest(List<Tally> seconds, List<Tally> targets, int inFlight) {
	}

}
