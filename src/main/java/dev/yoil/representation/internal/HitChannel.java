package dev.yoil.representation.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.jspecify.annotations.Nullable;

/**
 * A connection that does not keep the poller waiting while it answers: what the socket
 * does not take at once is kept, and sent when it does. Only one thread at a time may use
 * it.
 */
final class HitChannel extends NioChannel {

	private final AtomicLong kept;

	private final Executor workers;

	private boolean answering;

	private @Nullable ByteBuffer rest;

	/**
	 * Creates a channel without a socket.
	 * @param kept how many bytes all channels keep
	 */
	HitChannel(SocketBufferHandler buffers, AtomicLong kept, Executor workers) {
		super(buffers);
		this.kept = kept;
		this.workers = workers;
	}

	@Override
	public void reset(@Nullable SocketChannel socket, @Nullable NioSocketWrapper connection) throws IOException {
		super.reset(socket, connection);
		keep(null);
	}

	/**
	 * Says whether the poller's thread answers a request.
	 */
	void setAnswering(boolean answering) {
		this.answering = answering;
	}

	/**
	 * Tells whether something that Tomcat has written is kept.
	 */
	boolean hasRest() {
		return this.rest != null;
	}

	/**
	 * Sends as much of it as the socket takes.
	 */
	void sendRest() throws IOException {
		ByteBuffer left = this.rest;
		if (left != null && super.write(left) > 0) {
			this.socketWrapper.updateLastWrite();
			// Or the client that reads would seem to be one that has nothing to say.
			this.socketWrapper.updateLastRead();
			if (!left.hasRemaining()) {
				keep(null);
			}
		}
	}

	/**
	 * Finds no second request behind the one that the poller answers: whether that is at
	 * hand, nobody has looked.
	 */
	@Override
	public int read(ByteBuffer target) throws IOException {
		return this.answering ? 0 : super.read(target);
	}

	@Override
	public int write(ByteBuffer source) throws IOException {
		if (!this.answering) {
			return super.write(source);
		}
		int all = source.remaining();
		ByteBuffer before = this.rest;
		if (before == null) {
			super.write(source);
		}
		if (source.hasRemaining()) {
			ByteBuffer both = ByteBuffer.allocate(((before != null) ? before.remaining() : 0) + source.remaining());
			if (before != null) {
				both.put(before);
			}
			keep(both.put(source).flip());
		}
		return all;
	}

	/**
	 * Leaves the socket to a worker if Tomcat has written its last answer, and the client
	 * has not read it yet.
	 */
	@Override
	public void close() throws IOException {
		ByteBuffer left = this.rest;
		if (this.answering && left != null) {
			SocketChannel socket = this.sc;
			long timeout = Math.max(0, this.socketWrapper.getWriteTimeout());
			this.workers.execute(() -> sendAndClose(socket, left, timeout));
		}
		else {
			super.close();
		}
	}

	private static void sendAndClose(SocketChannel socket, ByteBuffer rest, long timeout) {
		try (socket; Selector selector = Selector.open()) {
			socket.register(selector, SelectionKey.OP_WRITE);
			while (rest.hasRemaining() && (socket.write(rest) > 0 || selector.select(timeout) > 0)) {
				selector.selectedKeys().clear();
			}
		}
		catch (IOException ex) {
			// The client has gone.
		}
	}

	private void keep(@Nullable ByteBuffer left) {
		ByteBuffer before = this.rest;
		this.rest = left;
		this.kept.addAndGet(((left != null) ? left.capacity() : 0) - ((before != null) ? before.capacity() : 0));
	}

}
