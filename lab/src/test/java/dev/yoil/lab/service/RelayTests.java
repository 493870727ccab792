package dev.yoil.lab.service;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * A relay between a client and a server that answers as PostgreSQL does.
 */
@Timeout(30)
class RelayTests {

	private ServerSocket server;

	private Relay relay;

	private Socket client;

	private DataInputStream in;

	private Socket accepted;

	private DataOutputStream out;

	@BeforeEach
	void connect() throws IOException {
		this.server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
		this.relay = new Relay(this.server.getLocalPort(), true);
		this.client = new Socket(InetAddress.getLoopbackAddress(), this.relay.port());
		this.in = new DataInputStream(this.client.getInputStream());
		this.accepted = this.server.accept();
		this.out = new DataOutputStream(this.accepted.getOutputStream());
		this.out.write('N');
		assertThat(this.in.read()).as("the answer to a request for TLS").isEqualTo('N');
	}

	@AfterEach
	void close() throws IOException {
		this.client.close();
		this.accepted.close();
		this.server.close();
		this.relay.close();
	}

	private void answer(char type, String body) throws IOException {
		this.out.write(type);
		this.out.writeInt(body.length() + Integer.BYTES);
		this.out.writeBytes(body);
	}

	private String next() throws IOException {
		char type = (char) this.in.read();
		return type + new String(this.in.readNBytes(this.in.readInt() - Integer.BYTES), StandardCharsets.US_ASCII);
	}

	@Test
	void losesNotificationsOnly() throws IOException {
		answer('A', "first");
		assertThat(next()).isEqualTo("Afirst");
		this.relay.loseNotifications();
		answer('A', "second");
		answer('D', "row");
		assertThat(next()).isEqualTo("Drow");
		this.relay.heal();
		answer('A', "third");
		assertThat(next()).isEqualTo("Athird");
	}

	@Test
	void holdsAnswersUntilItIsHealed() throws IOException {
		this.relay.hold();
		answer('D', "row");
		this.client.setSoTimeout(100);
		assertThatIOException().isThrownBy(this::next);
		this.client.setSoTimeout(0);
		this.relay.slow(Duration.ofMillis(1));
		this.relay.heal();
		assertThat(next()).isEqualTo("Drow");
	}

	@Test
	void closesConnectionsWhileItRefuses() throws IOException {
		this.relay.refuse();
		assertThat(this.in.read()).isEqualTo(-1);
		try (Socket refused = new Socket(InetAddress.getLoopbackAddress(), this.relay.port())) {
			assertThat(refused.getInputStream().read()).isEqualTo(-1);
		}
		this.relay.heal();
		try (Socket again = new Socket(InetAddress.getLoopbackAddress(), this.relay.port());
				Socket passed = this.server.accept()) {
			again.getOutputStream().write('x');
			assertThat(passed.getInputStream().read()).isEqualTo('x');
		}
	}

}
