package dev.yoil.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks for one address over many connections at once, each once, and tells how long the
 * answers took and how many of them were loaded. One thread, so that it takes little of
 * the processor that it shares with the service.
 */
final class Stampede {

	private static final Duration LONGEST = Duration.ofSeconds(30);

	private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)");

	private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);

	private Stampede() {
	}

	/**
	 * Runs it.
	 * @param arguments an {@code http} address on this machine, and how many connections
	 * @throws IOException if the service cannot be reached
	 */
	public static void main(String[] arguments) throws IOException {
		List<Answer> answers = new Stampede().run(URI.create(arguments[0]), Integer.parseInt(arguments[1]));
		long[] millis = answers.stream().mapToLong((answer) -> answer.nanos / 1_000_000).sorted().toArray();
		long good = answers.stream().filter((answer) -> answer.head.startsWith("HTTP/1.1 200")).count();
		long loaded = answers.stream()
			.filter((answer) -> answer.head.contains("; fwd=miss") && !answer.head.contains("; collapsed"))
			.count();
		System.out.printf("{\"requests\":%d,\"status200\":%d,\"loads\":%d,\"medianMillis\":%d,\"longestMillis\":%d}%n",
				millis.length, good, loaded, millis[millis.length / 2], millis[millis.length - 1]);
	}

	private List<Answer> run(URI address, int connections) throws IOException {
		byte[] request = ("GET " + address.getRawPath() + "?" + address.getRawQuery() + " HTTP/1.1\r\nHost: "
				+ address.getAuthority() + "\r\n\r\n")
			.getBytes(StandardCharsets.US_ASCII);
		try (Selector selector = Selector.open()) {
			List<Answer> answers = new ArrayList<>();
			for (int i = 0; i < connections; i++) {
				SocketChannel socket = SocketChannel
					.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort()));
				socket.configureBlocking(false);
				answers.add(new Answer(socket));
				socket.register(selector, SelectionKey.OP_READ, answers.get(i));
			}
			for (Answer answer : answers) {
				answer.begin = System.nanoTime();
				answer.socket.write(ByteBuffer.wrap(request));
			}
			long end = System.nanoTime() + LONGEST.toNanos();
			while (!selector.keys().isEmpty() && System.nanoTime() < end) {
				selector.select((key) -> read((Answer) key.attachment(), key), 100);
				selector.selectNow();
			}
			return answers;
		}
	}

	private void read(Answer answer, SelectionKey key) {
		try {
			this.buffer.clear();
			int count = answer.socket.read(this.buffer);
			this.buffer.flip();
			if (count < 0 || answer.isComplete(this.buffer)) {
				answer.nanos = System.nanoTime() - answer.begin;
				key.cancel();
				answer.socket.close();
			}
		}
		catch (IOException ex) {
			key.cancel();
		}
	}

	/**
	 * One connection with its answer; one that never comes took {@link #LONGEST}.
	 */
	private static final class Answer {

		private final SocketChannel socket;

		private String head = "";

		private long begin;

		private long missing = -1;

		private long nanos = LONGEST.toNanos();

		Answer(SocketChannel socket) {
			this.socket = socket;
		}

		boolean isComplete(ByteBuffer read) {
			if (this.missing < 0) {
				int before = this.head.length();
				this.head += StandardCharsets.ISO_8859_1.decode(read.duplicate());
				int end = this.head.indexOf("\r\n\r\n");
				if (end < 0) {
					return false;
				}
				Matcher length = LENGTH.matcher(this.head);
				this.missing = (length.find() ? Long.parseLong(length.group(1)) : 0) + end + 4 - before
						- read.remaining();
				this.head = this.head.substring(0, end);
			}
			else {
				this.missing -= read.remaining();
			}
			return this.missing == 0;
		}

	}

}
