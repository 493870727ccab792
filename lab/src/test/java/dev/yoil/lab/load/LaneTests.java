package dev.yoil.lab.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.yoil.lab.load.Load.Model;
import dev.yoil.lab.load.Load.Stage;
import dev.yoil.lab.load.Load.Target;
import dev.yoil.lab.load.LoopbackServer.Reply;
import dev.yoil.lab.result.Second;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LaneTests {

	private static final Load LOAD = new Load(Model.ONCE, List.of(new Stage(2, Duration.ZERO, Duration.ZERO)),
			List.of(new Target("a", List.of("/"))), Duration.ofSeconds(30), Duration.ofHours(1), 1);

	@Test
	void timeCountsFromWhenAUserWasToCome() throws InterruptedException {
		EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
		CountDownLatch left = new CountDownLatch(2);
		try (LoopbackServer server = new LoopbackServer((number) -> Reply.ok())) {
			InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(),
					server.address().getPort());
			LoadClock clock = new LoadClock();
			Lane lane = new Lane(LOAD, new Requests(LOAD, "x"), clock, address, loops.next(), left::countDown);
			// As if the lane had been busy with something else for a minute.
			lane.add(-60 * LoadClock.SECOND, new SplittableRandom(1));
			lane.add(0, new SplittableRandom(2));
			lane.open();
			assertThat(left.await(10, TimeUnit.SECONDS)).isTrue();
			clock.end(clock.now());
			Lane.Rest rest = lane.close();
			Second asked = rest.targets().get(0).toSecond();
			assertThat(asked.latency().max()).isBetween(60_000.0, 75_000.0);
			assertThat(asked.latency().p50()).isLessThan(20_000);
			assertThat(asked.errors()).containsOnlyKeys("too slow").containsValue(1L);
			assertThat(asked.good()).isEqualTo(1);
			assertThat(rest.inFlight()).isZero();
		}
		finally {
			loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
		}
	}

}
