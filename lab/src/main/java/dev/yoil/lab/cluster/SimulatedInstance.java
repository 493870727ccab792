package dev.yoil.lab.cluster;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import org.jspecify.annotations.Nullable;

/**
 * The listening connection of an instance. It reads the whole table every 250 ms, and
 * after a notification without versions. At most one read runs, and one waits. It writes
 * the row of the instance every five seconds. Runs on one event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failure closes the connection.
final class SimulatedInstance extends ByteToMessageDecoder {

	private static final long POLL = TimeUnit.MILLISECONDS.toNanos(250);

	private static final long WRITE_NODE = TimeUnit.SECONDS.toNanos(5);

	private static final int HEADER = 5;

	private static final ByteBuf READ = Messages.execute("r", 3);

	private static final ByteBuf WRITE = Messages.execute("w", 1);

	private final int number;

	private final String id;

	private final ByteBuf login;

	private final Changes changes;

	private final Traffic traffic;

	private final long firstPoll;

	private final Queue<ByteBuf> setup = new ArrayDeque<>();

	private final long[] versions = new long[SimulatedRegions.WEBTOONS];

	private final Consumer<String> failed;

	private @Nullable Future<?> timer;

	private boolean reading;

	private boolean wanted;

	private long readAt;

	private long writeAt;

	/**
	 * Creates an instance.
	 * @param login the first message
	 * @param firstPoll nanoseconds until its first poll
	 * @param failed receives the reason if the connection fails
	 */
	SimulatedInstance(int number, ByteBuf login, Changes changes, Traffic traffic, long firstPoll,
			Consumer<String> failed) {
		this.number = number;
		this.id = id(number);
		this.login = login;
		this.changes = changes;
		this.traffic = traffic;
		this.firstPoll = firstPoll;
		this.failed = failed;
		Arrays.fill(this.versions, 1);
		String node = SimulatedRegions.writeNode("http://10.0.%d.%d:8080".formatted(number / 250, number % 250),
				this.id);
		this.setup.addAll(List.of(Messages.query("listen " + SimulatedRegions.CHANNEL),
				Messages.prepare("r", SimulatedRegions.READ), Messages.prepare("w", node)));
	}

	static String id(int number) {
		return "00000000-0000-4000-8000-%012d".formatted(number);
	}

	@Override
	public void channelActive(ChannelHandlerContext context) {
		context.writeAndFlush(this.login);
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
		if (message instanceof ByteBuf bytes) {
			this.traffic.received(bytes.readableBytes());
		}
		super.channelRead(context, message);
	}

	@Override
	protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
		while (in.readableBytes() >= HEADER) {
			int start = in.readerIndex();
			int length = in.getInt(start + 1);
			if (in.readableBytes() <= length) {
				return;
			}
			message(context, in.getByte(start), in, start + HEADER, length - Integer.BYTES);
			in.readerIndex(start + 1 + length);
		}
	}

	private void message(ChannelHandlerContext context, byte type, ByteBuf in, int body, int length) {
		switch (type) {
			case 'D' -> row(in, body);
			case 'A' -> notification(context, in, body, length);
			case 'Z' -> ready(context);
			case 'E' -> fail(context, in.toString(body, length, StandardCharsets.UTF_8).replace('\0', ' '));
			default -> {
				// Parameters and confirmations change nothing.
			}
		}
	}

	private void row(ByteBuf in, int body) {
		int length = in.getInt(body + Short.BYTES);
		int region = body + Short.BYTES + Integer.BYTES;
		int webtoon = this.reading ? SimulatedRegions.webtoon(in, region, length) : -1;
		if (webtoon >= 0) {
			apply(webtoon, in.getLong(region + length + Integer.BYTES));
		}
	}

	private void apply(int webtoon, long version) {
		long before = this.versions[webtoon];
		if (version > before) {
			this.versions[webtoon] = version;
			this.changes.applied(webtoon, before, version, this.number, System.nanoTime());
		}
	}

	/** The first line is the id of the sender, each further one a region's version. */
	private void notification(ChannelHandlerContext context, ByteBuf in, int body, int length) {
		int channel = body + Integer.BYTES + SimulatedRegions.CHANNEL.length() + 1;
		String[] lines = in.toString(channel, body + length - 1 - channel, StandardCharsets.UTF_8).split("\n", -1);
		this.traffic.notified();
		if (lines[0].equals(this.id)) {
			return;
		}
		if (lines.length == 1) {
			wake(context);
			return;
		}
		for (int i = 1; i < lines.length; i++) {
			String[] words = lines[i].split(" ", -1);
			if (words[0].charAt(0) == 'w') {
				apply(Integer.parseInt(words[0].substring(words[0].indexOf('/') + 1)), Long.parseLong(words[1]));
			}
		}
	}

	private void wake(ChannelHandlerContext context) {
		if (this.timer == null) {
			this.wanted = true;
		}
		else {
			read(context);
		}
	}

	private void ready(ChannelHandlerContext context) {
		ByteBuf next = this.setup.poll();
		if (next != null) {
			send(context, next);
		}
		else if (this.readAt == 0) {
			this.readAt = System.nanoTime();
			this.writeAt = this.readAt + this.firstPoll * (WRITE_NODE / POLL);
			this.traffic.ready();
			idle(context, this.firstPoll);
		}
		else if (this.reading && System.nanoTime() - this.writeAt >= 0) {
			this.reading = false;
			this.writeAt = System.nanoTime() + WRITE_NODE;
			send(context, WRITE.retainedDuplicate());
		}
		else if (this.wanted) {
			read(context);
		}
		else {
			idle(context, Math.max(0, this.readAt + POLL - System.nanoTime()));
		}
	}

	private void idle(ChannelHandlerContext context, long nanos) {
		this.timer = context.executor().schedule(() -> read(context), nanos, TimeUnit.NANOSECONDS);
	}

	private void read(ChannelHandlerContext context) {
		Future<?> waiting = this.timer;
		if (waiting != null) {
			waiting.cancel(false);
			this.timer = null;
		}
		this.wanted = false;
		this.reading = true;
		this.readAt = System.nanoTime();
		send(context, READ.retainedDuplicate());
	}

	private void send(ChannelHandlerContext context, ByteBuf message) {
		this.traffic.sent(this.reading);
		context.writeAndFlush(message);
	}

	private void fail(ChannelHandlerContext context, String why) {
		this.failed.accept(why);
		context.close();
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		this.failed.accept("PostgreSQL closed a connection");
	}

	@Override
	public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
		fail(context, cause.toString());
	}

}
