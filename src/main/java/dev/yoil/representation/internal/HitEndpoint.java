package dev.yoil.representation.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Decides for each connection on which something has come whether the poller answers by
 * itself or wakes a worker.
 */
final class HitEndpoint extends NioEndpoint {

	/**
	 * So many bytes, of a sixteenth of the heap, may be kept for clients that read
	 * slowly.
	 */
	private static final long MOST_KEPT = Runtime.getRuntime().maxMemory() / 16;

	/**
	 * Of so many requests that are there at the same time the poller answers one: all of
	 * them where there is no processor that a worker could run on meanwhile.
	 */
	private final int share = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);

	private final AtomicLong kept = new AtomicLong();

	private final HandOver handOver = new HandOver();

	private volatile @Nullable Predicate<ByteBuffer> atHand;

	/** Of the poller's thread alone. */
	private int turn;

	/** Set by that thread itself, so that others may find another one here. */
	private volatile @Nullable Thread poller;

	void answerAtOnce(Predicate<ByteBuffer> atHand) {
		this.atHand = atHand;
	}

	/**
	 * {@return how many bytes are kept for clients that read slowly}
	 */
	long kept() {
		return this.kept.get();
	}

	@Override
	protected NioChannel createChannel(SocketBufferHandler buffers) {
		return isSSLEnabled() ? super.createChannel(buffers)
				: new HitChannel(buffers, this.kept, (task) -> getExecutor().execute(task));
	}

	@Override
	public boolean processSocket(SocketWrapperBase<NioChannel> connection, SocketEvent event, boolean dispatch) {
		boolean read = event == SocketEvent.OPEN_READ;
		if (dispatch && connection.getSocket() instanceof HitChannel channel && isPoller()) {
			if (channel.hasRest() && (read || event == SocketEvent.OPEN_WRITE)) {
				// First the client has to take what it asked for before.
				return read || sendRest(connection, channel);
			}
			if (read && answered(connection, channel)) {
				return true;
			}
		}
		return super.processSocket(connection, event, dispatch);
	}

	private boolean isPoller() {
		Thread current = Thread.currentThread();
		if (current != this.poller && current.getName().equals(getName() + "-Poller")) {
			this.poller = current;
		}
		return current == this.poller;
	}

	/**
	 * Answers a request that is at hand, unless a worker has the connection.
	 */
	private boolean answered(SocketWrapperBase<NioChannel> connection, HitChannel channel) {
		if (!connection.getLock().tryLock()) {
			return false;
		}
		Runnable rest = null;
		try {
			if (!isAtHand(connection, channel)) {
				return false;
			}
			channel.setAnswering(true);
			rest = this.handOver.during(() -> super.processSocket(connection, SocketEvent.OPEN_READ, false));
		}
		finally {
			channel.setAnswering(false);
			connection.getLock().unlock();
		}
		if (channel.hasRest()) {
			connection.registerWriteInterest();
		}
		if (rest != null) {
			getExecutor().execute(rest);
		}
		return true;
	}

	private boolean isAtHand(SocketWrapperBase<NioChannel> connection, HitChannel channel) {
		Predicate<ByteBuffer> asked = this.atHand;
		if (asked == null || connection.getCurrentProcessor() != null || !isMine() || this.kept.get() > MOST_KEPT) {
			return false;
		}
		try {
			if (connection.isReadyForRead()) {
				channel.getBufHandler().configureReadBufferForRead();
				return asked.test(channel.getBufHandler().getReadBuffer());
			}
		}
		catch (IOException ex) {
			// A worker comes upon it again.
		}
		return false;
	}

	private boolean isMine() {
		this.turn = (this.turn + 1) % this.share;
		return this.turn == 0 || getPoller().getKeyCount() == 1;
	}

	private static boolean sendRest(SocketWrapperBase<NioChannel> connection, HitChannel channel) {
		try {
			channel.sendRest();
		}
		catch (IOException ex) {
			// Whereupon the poller closes the connection.
			return false;
		}
		if (channel.hasRest()) {
			connection.registerWriteInterest();
		}
		else {
			connection.registerReadInterest();
		}
		return true;
	}

}
