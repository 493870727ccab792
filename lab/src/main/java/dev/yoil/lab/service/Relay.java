package dev.yoil.lab.service;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

import dev.yoil.lab.LabException;

/**
 * Passes connections on to a port of the loopback interface, and has faults. Each
 * connection has two threads, which end with it. Thread-safe.
 */
public final class Relay implements AutoCloseable {

	/** The type of a message of PostgreSQL's protocol. */
	private static final int NOTIFICATION = 'A';

	/** PostgreSQL's answer to a request for TLS, without a length. */
	private static final int NO_TLS = 'N';

	private final ServerSocket server;

	private final int target;

	private final boolean postgres;

	private final Set<Socket> open = ConcurrentHashMap.newKeySet();

	private volatile boolean refusing;

	private volatile boolean silent;

	/** Nanoseconds. */
	private volatile long delay;

	/** Guarded by this object's lock. */
	private boolean held;

	/**
	 * Starts a relay.
	 * @param target the port
	 * @param postgres whether PostgreSQL listens there
	 */
	Relay(int target, boolean postgres) {
		this.target = target;
		this.postgres = postgres;
		try {
			this.server = new ServerSocket(0, 50, InetAddress.getByAddress(Ports.LOOPBACK));
		}
		catch (IOException ex) {
			throw new LabException("No free port on 127.0.0.1: end some of the processes that listen there", ex);
		}
		start(this::accept);
	}

	private static void start(Runnable task) {
		Thread thread = new Thread(task, "relay");
		thread.setDaemon(true);
		thread.start();
	}

	int port() {
		return this.server.getLocalPort();
	}

	/** Closes all connections, and those that follow. */
	public void refuse() {
		this.refusing = true;
		this.open.forEach(Relay::end);
	}

	/** Drops the notifications of PostgreSQL. */
	public void loseNotifications() {
		this.silent = true;
	}

	/** Holds all bytes. */
	public synchronized void hold() {
		this.held = true;
	}

	/** Delays each answer and each request. */
	public void slow(Duration by) {
		this.delay = by.toNanos();
	}

	/** Ends all faults; what was held is passed on. */
	public synchronized void heal() {
		this.refusing = false;
		this.silent = false;
		this.held = false;
		this.delay = 0;
		notifyAll();
	}

	private void accept() {
		while (!this.server.isClosed()) {
			try {
				Socket client = this.server.accept();
				if (this.refusing) {
					end(client);
				}
				else {
					connect(client);
				}
			}
			catch (IOException ex) {
				// It was closed, or the client was.
			}
		}
	}

	private void connect(Socket client) throws IOException {
		this.open.add(client);
		try {
			Socket target = new Socket(InetAddress.getByAddress(Ports.LOOPBACK), this.target);
			this.open.add(target);
			client.setTcpNoDelay(true);
			target.setTcpNoDelay(true);
			start(() -> pass(client, target, this::copy));
			start(() -> pass(target, client, this.postgres ? this::copyMessages : this::copy));
		}
		catch (IOException ex) {
			this.open.remove(client);
			end(client);
		}
	}

	private void pass(Socket from, Socket to, Copy copy) {
		try (from; to) {
			copy.copy(from.getInputStream(), to.getOutputStream());
		}
		catch (IOException ex) {
			// One side has closed it, or a fault.
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.open.remove(from);
		this.open.remove(to);
	}

	private void copy(InputStream from, OutputStream to) throws IOException, InterruptedException {
		byte[] buffer = new byte[8_192];
		for (int length = from.read(buffer); length >= 0; length = from.read(buffer)) {
			await();
			to.write(buffer, 0, length);
		}
	}

	private void copyMessages(InputStream from, OutputStream to) throws IOException, InterruptedException {
		DataInputStream in = new DataInputStream(new BufferedInputStream(from));
		DataOutputStream out = new DataOutputStream(new BufferedOutputStream(to));
		int type = in.read();
		if (type == NO_TLS) {
			out.write(type);
			out.flush();
			type = in.read();
		}
		for (; type >= 0; type = in.read()) {
			int length = in.readInt();
			byte[] body = in.readNBytes(length - Integer.BYTES);
			if (type != NOTIFICATION || !this.silent) {
				out.write(type);
				out.writeInt(length);
				out.write(body);
			}
			if (in.available() == 0) {
				await();
				out.flush();
			}
		}
	}

	private void await() throws InterruptedException {
		LockSupport.parkNanos(this.delay);
		synchronized (this) {
			while (this.held) {
				wait();
			}
		}
	}

	private static void end(Socket socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			// It is closed.
		}
	}

	@Override
	public void close() {
		heal();
		try {
			this.server.close();
		}
		catch (IOException ex) {
			throw new LabException("cannot close port " + port(), ex);
		}
		refuse();
	}

	private interface Copy {

		void copy(InputStream from, OutputStream to) throws IOException, InterruptedException;

	}

}
