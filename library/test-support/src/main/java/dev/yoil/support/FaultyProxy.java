package dev.yoil.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * A proxy that forwards, holds or drops bytes. Thread-safe.
 */
public final class FaultyProxy implements AutoCloseable {

	private final ServerSocket server;

	private final int target;

	private final Set<Link> links = ConcurrentHashMap.newKeySet();

	private volatile Duration delay = Duration.ZERO;

	/** Guarded by this object's lock. */
	private Mode mode = Mode.PASS;

	/**
	 * Starts a proxy.
	 * @param target a port of this machine
	 */
	public FaultyProxy(int target) {
		this.target = target;
		try {
			this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		start(this::accept);
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task, "proxy");
		thread.setDaemon(true);
		thread.start();
	}

	/**
	 * {@return its port}
	 */
	public int port() {
		return this.server.getLocalPort();
	}

	/**
	 * Delays all bytes.
	 */
	public void slow(Duration delay) {
		this.delay = delay;
	}

	/**
	 * Holds all bytes until {@link #heal()}.
	 */
	public synchronized void hold() {
		this.mode = Mode.KEEP_BACK;
	}

	/**
	 * Loses all bytes until {@link #heal()}.
	 */
	public synchronized void lose() {
		this.mode = Mode.LOSE;
	}

	/**
	 * Forwards held bytes, and closes connections that lost bytes.
	 */
	public synchronized void heal() {
		this.mode = Mode.PASS;
		notifyAll();
		this.links.stream().filter((link) -> link.hasLost).forEach(Link::close);
	}

	/**
	 * Closes all connections on both sides.
	 */
	public void cut() {
		this.links.forEach(Link::close);
	}

	private synchronized Mode awaitPassage() {
		while (this.mode == Mode.KEEP_BACK) {
			try {
				wait();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return Mode.LOSE;
			}
		}
		return this.mode;
	}

	private void accept() {
		while (!this.server.isClosed()) {
			try {
				connect(this.server.accept());
			}
			catch (IOException ex) {
				// Closed, or refused by the target.
			}
		}
	}

	private void connect(Socket client) throws IOException {
		try {
			Link link = new Link(client, new Socket(InetAddress.getLoopbackAddress(), this.target));
			// Otherwise, the parts of a message are delayed by 40 ms.
			link.client.setTcpNoDelay(true);
			link.server.setTcpNoDelay(true);
			this.links.add(link);
			start(() -> link.pass(link.client, link.server));
			start(() -> link.pass(link.server, link.client));
		}
		catch (IOException ex) {
			client.close();
		}
	}

	@Override
	public void close() {
		try {
			this.server.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		heal();
		cut();
	}

	private enum Mode {

		PASS, KEEP_BACK, LOSE

	}

	/** Two sockets. */
	private final class Link {

		private final Socket client;

		private final Socket server;

		private volatile boolean hasLost;

		Link(Socket client, Socket server) {
			this.client = client;
			this.server = server;
		}

		void pass(Socket from, Socket to) {
			byte[] buffer = new byte[8_192];
			try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
				for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
					LockSupport.parkNanos(FaultyProxy.this.delay.toNanos());
					if (awaitPassage() == Mode.LOSE) {
						this.hasLost = true;
					}
					else {
						out.write(buffer, 0, length);
					}
				}
			}
			catch (IOException ex) {
				// One side closed it.
			}
			close();
		}

		void close() {
			FaultyProxy.this.links.remove(this);
			for (Socket socket : new Socket[] { this.client, this.server }) {
				try {
					socket.close();
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			}
		}

	}

}
