package dev.yoil.representation.internal;

import java.nio.ByteBuffer;
import java.util.function.Predicate;

import org.apache.coyote.http11.Http11NioProtocol;

/**
 * Tomcat's HTTP/1.1, but requests whose answer is at hand are answered on the poller's
 * thread: to wake a worker takes longer than to answer from memory.
 */
public final class HitProtocol extends Http11NioProtocol {

	private final HitEndpoint endpoint;

	/**
	 * Creates a protocol that leaves all requests to workers. Tomcat calls it by the name
	 * of the class.
	 */
	public HitProtocol() {
		this(new HitEndpoint());
	}

	private HitProtocol(HitEndpoint endpoint) {
		super(endpoint);
		this.endpoint = endpoint;
	}

	/**
	 * Sets which requests are answered on the poller's thread.
	 * @param atHand looks at the bytes that have come, without moving the buffer's
	 * position: whether they are exactly one request, whose answer is at hand. It is
	 * asked on the poller's thread, so it may not wait for anything; where it was wrong,
	 * the application uses {@link HandOver}
	 */
	public void answerAtOnce(Predicate<ByteBuffer> atHand) {
		this.endpoint.answerAtOnce(atHand);
	}

	long kept() {
		return this.endpoint.kept();
	}

}
