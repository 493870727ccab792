package dev.yoil.representation.internal;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * On which thread requests are answered, and that no client keeps the poller from
 * answering others.
 */
@Timeout(20)
class HitProtocolTests {

	/**
	 * Far more than the sockets of a server and a client take that have small buffers.
	 */
	private static final int LONG = 300_000;

	private static final int SMALL_BUFFER = 4096;

	private final HitProtocol protocol = new HitProtocol();

	private final Tomcat tomcat = new Tomcat();

	private final CountDownLatch released = new CountDownLatch(1);

	private volatile Sending meanwhile;

	@TempDir
	private Path folder;

	@BeforeEach
	void start() throws Exception {
		Connector connector = new Connector(this.protocol);
		connector.setPort(0);
		connector.setProperty("address", "127.0.0.1");
		connector.setProperty("socket.txBufSize", Integer.toString(SMALL_BUFFER));
		this.protocol.setMaxThreads(2);
		this.protocol.answerAtOnce(HitProtocolTests::isAtHand);
		this.tomcat.setBaseDir(this.folder.toString());
		this.tomcat.setConnector(connector);
		Wrapper servlet = Tomcat.addServlet(this.tomcat.addContext("", null), "answers", new Answers());
		servlet.addMapping("/*");
		servlet.setAsyncSupported(true);
		this.tomcat.start();
	}

	@AfterEach
	void stop() throws Exception {
		this.released.countDown();
		this.tomcat.stop();
		this.tomcat.destroy();
	}

	private static boolean isAtHand(ByteBuffer bytes) {
		String text = StandardCharsets.ISO_8859_1.decode(bytes.duplicate()).toString();
		return text.startsWith("GET /hit") && text.indexOf("\r\n\r\n") == text.length() - 4;
	}

	@Test
	void answersWhatIsAtHandOnThePollersThread() throws IOException {
		try (Client client = new Client(); Client other = new Client()) {
			for (int i = 0; i < 3; i++) {
				assertThat(client.get("/hit")).endsWith("-Poller");
				assertThat(other.get("/other")).contains("-exec-");
			}
		}
	}

	@Test
	void answersWhatIsAtHandWhileAllWorkersWait() throws IOException {
		try (Client first = new Client(); Client second = new Client(); Client third = new Client()) {
			first.send("/waiting");
			second.send("/waiting");
			assertThat(third.get("/hit")).endsWith("-Poller");
			this.released.countDown();
			assertThat(first.body()).contains("-exec-");
			assertThat(second.body()).contains("-exec-");
		}
	}

	@Test
	void hasAWorkerGoOnWithWhatTakesLonger() throws IOException {
		try (Client client = new Client(); Client other = new Client()) {
			client.send("/hit?waiting");
			assertThat(other.get("/hit")).endsWith("-Poller");
			this.released.countDown();
			assertThat(client.body()).contains("-exec-");
			assertThat(client.get("/hit")).as("by the worker, if it still looks for more").isNotEmpty();
		}
	}

	@Test
	void leavesToAWorkerWhatComesTogether() throws IOException {
		try (Client client = new Client()) {
			client.write("GET /hit HTTP/1.1\r\nHost: a\r\n\r\nGET /other HTTP/1.1\r\nHost: a\r\n\r\n");
			assertThat(client.body()).contains("-exec-");
			assertThat(client.body()).contains("-exec-");
		}
	}

	@Test
	void leavesToAWorkerWhatComesMeanwhile() throws IOException {
		try (Client client = new Client()) {
			this.meanwhile = () -> client.send("/other");
			assertThat(client.get("/hit?meanwhile")).endsWith("-Poller");
			assertThat(client.body()).contains("-exec-");
		}
	}

	@Test
	void answersWhoSaysNothingMore() throws IOException {
		try (Client client = new Client()) {
			client.send("/hit");
			client.socket.shutdownOutput();
			assertThat(client.body()).endsWith("-Poller");
			assertThat(client.in.read()).as("the end").isEqualTo(-1);
		}
	}

	@Test
	void keepsForWhoReadsSlowlyAndAnswersOthersMeanwhile() throws IOException {
		try (Client slow = new Client(); Client quick = new Client(); Client other = new Client()) {
			slow.send("/hit?long");
			await().untilAsserted(() -> assertThat(this.protocol.kept()).isPositive());
			slow.send("/other");
			for (int i = 0; i < 3; i++) {
				assertThat(quick.get("/hit")).endsWith("-Poller");
				assertThat(other.get("/other")).contains("-exec-");
			}
			assertThat(slow.body()).isEqualTo(text());
			assertThat(slow.body()).as("asked before the first answer was read").contains("-exec-");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "/hit?long", "/other?long" })
	void sendsAllOfTheLastAnswerOfAConnection(String path) throws IOException {
		this.protocol.setMaxKeepAliveRequests(1);
		try (Client slow = new Client(); Client other = new Client()) {
			slow.send(path);
			assertThat(other.get("/hit")).endsWith("-Poller");
			assertThat(slow.body()).isEqualTo(text());
			assertThat(slow.in.read()).as("the end").isEqualTo(-1);
		}
	}

	@Test
	void forgetsWhoGoesAwayWithoutReading() throws IOException {
		try (Client other = new Client()) {
			for (int i = 0; i < 20; i++) {
				try (Client gone = new Client()) {
					gone.send("/hit?long");
				}
			}
			assertThat(other.get("/hit")).endsWith("-Poller");
			// This one, and the one that the acceptor waits for.
			await().untilAsserted(() -> assertThat(this.protocol.getConnectionCount()).isEqualTo(2));
			assertThat(this.protocol.kept()).isZero();
		}
	}

	private static String text() {
		return IntStream.range(0, LONG / 6)
			.mapToObj((line) -> String.format("%05d%n", line))
			.collect(Collectors.joining());
	}

	private final class Answers extends HttpServlet {

		@Override
		protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
			boolean waiting = "waiting".equals(request.getQueryString()) || request.getRequestURI().equals("/waiting");
			HandOver poller = HandOver.current();
			if (waiting && poller != null) {
				poller.toWorker(request.startAsync()::dispatch);
				return;
			}
			if (waiting) {
				awaitRelease();
			}
			if ("meanwhile".equals(request.getQueryString())) {
				HitProtocolTests.this.meanwhile.send();
			}
			String body = "long".equals(request.getQueryString()) ? text() : Thread.currentThread().getName();
			response.setContentLength(body.length());
			response.getOutputStream().write(body.getBytes(StandardCharsets.ISO_8859_1));
		}

		private void awaitRelease() throws IOException {
			try {
				HitProtocolTests.this.released.await();
			}
			catch (InterruptedException ex) {
				throw new IOException(ex);
			}
		}

	}

	private interface Sending {

		void send() throws IOException;

	}

	/** One connection, whose socket takes little that it was not asked for. */
	private final class Client implements AutoCloseable {

		private final Socket socket = new Socket();

		private final DataInputStream in;

		Client() throws IOException {
			this.socket.setReceiveBufferSize(SMALL_BUFFER);
			this.socket.connect(new InetSocketAddress("127.0.0.1", HitProtocolTests.this.protocol.getLocalPort()));
			this.in = new DataInputStream(this.socket.getInputStream());
		}

		String get(String path) throws IOException {
			send(path);
			return body();
		}

		void send(String path) throws IOException {
			write("GET " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
		}

		void write(String text) throws IOException {
			this.socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
		}

		String body() throws IOException {
			int length = -1;
			for (String line = line(this.in); !line.isEmpty(); line = line(this.in)) {
				if (line.startsWith("Content-Length: ")) {
					length = Integer.parseInt(line.substring("Content-Length: ".length()));
				}
			}
			return new String(this.in.readNBytes(length), StandardCharsets.ISO_8859_1);
		}

		private static String line(InputStream in) throws IOException {
			StringBuilder line = new StringBuilder();
			for (int next = in.read(); next != '\n'; next = in.read()) {
				if (next < 0) {
					throw new IOException("The connection has ended after: " + line);
				}
				line.append((char) next);
			}
			return line.toString().strip();
		}

		@Override
		public void close() throws IOException {
			this.socket.close();
		}

	}

}
