package dev.yoil.lab.cluster;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SimulatedInstanceTests {

	private static final String OTHER = SimulatedInstance.id(1);

	private final Changes changes = new Changes(2);

	private final Traffic traffic = new Traffic(1);

	private final EmbeddedChannel channel = new EmbeddedChannel(
			new SimulatedInstance(0, Messages.startup("yoil", "yoil_1"), this.changes, this.traffic,
					TimeUnit.MILLISECONDS.toNanos(100), (why) -> {
						throw new AssertionError(why);
					}));

	@BeforeEach
	void connect() {
		this.channel.freezeTime();
		assertThat(sent()).contains("user\0yoil\0database\0yoil_1\0\0");
		for (String expected : List.of("listen cache_region", SimulatedRegions.READ, "#node http://10.0.0.0:8080")) {
			ready();
			assertThat(sent()).contains(expected);
		}
		ready();
		assertThat(this.traffic.allReady().getCount()).isZero();
		assertThat(this.traffic.numbers()).isEqualTo(new Traffic.Numbers(4L * 6, 3, 0, 0));
		this.changes.measure(true);
		this.changes.begin(7, 2, 1);
		this.changes.committed(7, 2, System.nanoTime());
	}

	@Test
	void appliesAPayloadWithoutARead() {
		notification(OTHER + "\nday/0 12 x\nwebtoon/7 2 x");
		assertThat(this.changes.applied()).isEqualTo(1);
		assertThat(sent()).isEmpty();
		assertThat(this.traffic.numbers().notifications()).isEqualTo(1);
	}

	@Test
	void readsAtOnceAfterANotificationWithoutVersions() {
		notification(SimulatedInstance.id(0));
		assertThat(sent()).isEmpty();
		notification(OTHER);
		assertThat(sent()).isNotEmpty();
		notification(OTHER);
		notification(OTHER);
		assertThat(sent()).isEmpty();
		ready();
		assertThat(sent()).isNotEmpty();
		ready();
		assertThat(sent()).isEmpty();
		assertThat(this.traffic.numbers().reads()).isEqualTo(2);
	}

	private void ready() {
		this.channel.writeInbound(message('Z', Unpooled.copiedBuffer("I", StandardCharsets.US_ASCII)));
	}

	private void notification(String payload) {
		ByteBuf body = Unpooled.buffer().writeInt(1);
		body.writeCharSequence(SimulatedRegions.CHANNEL + "\0" + payload + "\0", StandardCharsets.US_ASCII);
		this.channel.writeInbound(message('A', body));
	}

	private static ByteBuf message(char type, ByteBuf body) {
		return Unpooled.buffer().writeByte(type).writeInt(4 + body.readableBytes()).writeBytes(body);
	}

	/** Returns the readable part of what was sent. */
	private String sent() {
		StringBuilder text = new StringBuilder();
		for (ByteBuf next = this.channel.readOutbound(); next != null; next = this.channel.readOutbound()) {
			text.append(next.toString(StandardCharsets.UTF_8));
		}
		return text.toString();
	}

}
