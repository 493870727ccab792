package dev.yoil.lab.load;

import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import com.sun.management.OperatingSystemMXBean;
import dev.yoil.lab.result.LoadResult;
import dev.yoil.lab.result.Second;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;

/**
 * A running load. Runs once; any thread may stop it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Failures of scheduled tasks complete
												// the result.
final class OngoingLoad {

	private static final long GRACE_NANOS = 2 * LoadClock.SECOND;

	private final Load load;

	private final Consumer<Second> listener;

	private final LoadClock clock = new LoadClock();

	private final List<Lane> lanes = new ArrayList<>();

	private final List<Tally> seconds = new ArrayList<>();

	private final List<Second> told = new ArrayList<>();

	private final AtomicInteger toCome = new AtomicInteger();

	private final CompletableFuture<LoadResult> result = new CompletableFuture<>();

	private final EventLoopGroup loops;

	private final ScheduledThreadPoolExecutor scheduler;

	private final OperatingSystemMXBean process = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

	private long cpuBefore;

	OngoingLoad(Load load, InetSocketAddress address, String host, Consumer<Second> listener, int threads) {
		this.load = load;
		this.listener = listener;
		long[] arrivals = Arrivals.of(load);
		Requests requests = new Requests(load, host);
		ThreadFactory daemons = new DefaultThreadFactory("load", true);
		this.loops = new MultiThreadIoEventLoopGroup(threads, daemons, NioIoHandler.newFactory());
		this.scheduler = new ScheduledThreadPoolExecutor(1, daemons, new ThreadPoolExecutor.DiscardPolicy());
		for (int i = 0; i < threads; i++) {
			this.lanes.add(new Lane(load, requests, this.clock, address, this.loops.next(), this::oneLeft));
		}
		SplittableRandom random = new SplittableRandom(load.seed());
		for (int i = 0; i < arrivals.length; i++) {
			this.lanes.get(i % threads).add(arrivals[i], random.split());
		}
		for (int i = 0; i < load.targets().size(); i++) {
			if (load.targets().get(i).puts() > 0) {
				this.lanes.get(i % threads).addPuts(i, random.split());
			}
		}
		this.toCome.set(arrivals.length);
	}

	LoadResult run() {
		try {
			this.cpuBefore = this.process.getProcessCpuTime();
			this.clock.begin();
			this.lanes.forEach(Lane::open);
			schedule(this::tellSeconds, LoadClock.SECOND);
			long longest = this.load.duration().toNanos();
			if (this.load.model() == Load.Model.ONCE) {
				longest += this.load.timeout().toNanos() + GRACE_NANOS;
			}
			else {
				this.clock.end(longest);
			}
			schedule(this::finish, longest);
			return await();
		}
		finally {
			this.scheduler.shutdownNow();
			this.loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
		}
	}

	private LoadResult await() {
		try {
			return this.result.get();
		}
		catch (InterruptedException ex) {
			stop();
			LoadResult measured = this.result.join();
			Thread.currentThread().interrupt();
			return measured;
		}
		catch (ExecutionException ex) {
			throw new CompletionException(ex.getCause());
		}
	}

	void stop() {
		endAt(this.clock.now());
	}

	private void endAt(long at) {
		this.clock.end(at);
		schedule(this::finish, at - this.clock.now());
	}

	private void oneLeft() {
		if (this.toCome.decrementAndGet() == 0) {
			endAt(Math.max(this.load.duration().toNanos(), this.clock.now() + 1));
		}
	}

	private void schedule(Runnable task, long delay) {
		this.scheduler.schedule(() -> {
			try {
				task.run();
			}
			catch (RuntimeException | Error ex) {
				this.result.completeExceptionally(ex);
			}
		}, delay, TimeUnit.NANOSECONDS);
	}

	private void tellSeconds() {
		long now = this.clock.now();
		this.lanes.forEach((lane) -> add(lane.takeFinished()));
		while (endOfNext() <= now && endOfNext() < this.clock.over()) {
			tellNext();
		}
		schedule(this::tellSeconds, endOfNext() - this.clock.now());
	}

	private long endOfNext() {
		return (this.told.size() + 1) * LoadClock.SECOND;
	}

	private void add(List<Tally> more) {
		more.forEach((tally) -> {
			grow(tally.second());
			this.seconds.get(tally.second()).add(tally);
		});
	}

	private void grow(int last) {
		while (this.seconds.size() <= last) {
			this.seconds.add(new Tally(this.seconds.size()));
		}
	}

	private void tellNext() {
		grow(this.told.size());
		Second second = this.seconds.get(this.told.size()).toSecond();
		this.told.add(second);
		this.listener.accept(second);
	}

	private void finish() {
		if (this.result.isDone()) {
			return;
		}
		this.clock.end(this.clock.now());
		double took = (double) this.clock.over() / LoadClock.SECOND;
		double cpu = (double) (this.process.getProcessCpuTime() - this.cpuBefore) / LoadClock.SECOND / took;
		List<Lane.Rest> rests = this.lanes.stream().map(Lane::close).toList();
		rests.forEach((rest) -> add(rest.seconds()));
		grow((int) ((this.clock.over() - 1) / LoadClock.SECOND));
		while (this.told.size() < this.seconds.size()) {
			tellNext();
		}
		Second total = total().toSecond();
		long inFlight = rests.stream().mapToLong(Lane.Rest::inFlight).sum();
		this.result.complete(new LoadResult(List.copyOf(this.told), total, targets(rests, total.users()), took,
				total.requests() + inFlight, inFlight, cpu));
	}

	private Tally total() {
		Tally total = new Tally(0);
		this.seconds.forEach(total::addRequests);
		total.users(this.told.get(this.told.size() - 1).users());
		return total;
	}

	private Map<String, Second> targets(List<Lane.Rest> rests, int users) {
		Map<String, Second> targets = new LinkedHashMap<>();
		for (int i = 0; i < this.load.targets().size(); i++) {
			Tally sum = new Tally(0);
			sum.users(users);
			for (Lane.Rest rest : rests) {
				sum.addRequests(rest.targets().get(i));
			}
			targets.put(this.load.targets().get(i).name(), sum.toSecond());
		}
		return targets;
	}

}
