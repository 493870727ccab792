package dev.yoil.lab.load;

import java.io.IOException;
import java.net.ConnectException;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a user: sends a request, reads its answer to the end and keeps nothing
 * of it. All of it happens on one event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // What fails closes the connection, and
												// that is told.
final class Connection extends ChannelInboundHandlerAdapter {

	private static final int MOST_BYTES = 65_536;

	private static final int LONGEST_KIND = 60;

	private static final HttpDecoderConfig DECODER = new HttpDecoderConfig().setValidateHeaders(false)
		.setMaxHeaderSize(MOST_BYTES)
		.setMaxChunkSize(MOST_BYTES);

	private final User user;

	private @Nullable Channel channel;

	private boolean established;

	private boolean used;

	private boolean heard;

	private boolean keepsAlive;

	private int status;

	Connection(User user) {
		this.user = user;
	}

	/**
	 * Opens it, and sends a request once it is open.
	 * @param bootstrap with the address and the event loop
	 * @param request the first one
	 */
	void open(Bootstrap bootstrap, Requests.Request request) {
		ChannelFuture opening = bootstrap.clone().handler(this).connect();
		this.channel = opening.channel();
		opening.addListener((done) -> {
			if (done.isSuccess()) {
				this.established = true;
				send(request);
			}
			else {
				this.user.failed(this, kindOf(done.cause()));
			}
		});
	}

	private static String kindOf(Throwable cause) {
		return (cause instanceof ConnectException) ? ErrorKinds.NO_CONNECTION : textOf(cause);
	}

	/**
	 * Sends a request.
	 * @param request what to send
	 */
	void send(Requests.Request request) {
		Channel open = this.channel;
		if (open != null) {
			open.writeAndFlush(request.bytes().duplicate(), open.voidPromise());
		}
	}

	/**
	 * Tells whether another request can be sent.
	 * @return false if it is not open, or the service wants to close it
	 */
	boolean isOpen() {
		return this.keepsAlive && this.channel != null && this.channel.isActive();
	}

	/**
	 * Tells whether it was ever open.
	 * @return true once the service, or the kernel for it, accepted it
	 */
	boolean isEstablished() {
		return this.established;
	}

	/**
	 * Tells whether a request may not have reached the service at all.
	 * @return true if there was an answer before it and nothing since
	 */
	boolean isStale() {
		return this.used && !this.heard;
	}

	/** Closes it. */
	void close() {
		if (this.channel != null) {
			this.channel.close();
		}
	}

	@Override
	public void handlerAdded(ChannelHandlerContext context) {
		context.pipeline().addFirst(new HttpResponseDecoder(DECODER));
	}

	@Override
	public void channelRead(ChannelHandlerContext context, Object message) {
		try {
			read((HttpObject) message);
		}
		finally {
			ReferenceCountUtil.release(message);
		}
	}

	private void read(HttpObject part) {
		if (part.decoderResult().isFailure()) {
			this.user.failed(this, (part.decoderResult().cause() instanceof PrematureChannelClosureException)
					? ErrorKinds.CONNECTION_CLOSED : ErrorKinds.MALFORMED);
			return;
		}
		if (part instanceof HttpResponse response) {
			this.heard = true;
			this.status = response.status().code();
			this.keepsAlive = HttpUtil.isKeepAlive(response);
		}
		if (part instanceof LastHttpContent && HttpStatusClass.valueOf(this.status) != HttpStatusClass.INFORMATIONAL) {
			this.used = true;
			this.heard = false;
			this.user.answered(this, this.status);
		}
	}

	@Override
	public void channelInactive(ChannelHandlerContext context) {
		this.user.disconnected(this);
	}

	@Override
	public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
		if (!(cause instanceof IOException)) {
			this.user.failed(this, textOf(cause));
		}
		context.close();
	}

	private static String textOf(Throwable cause) {
		String text = (cause.getMessage() != null) ? cause.getMessage() : cause.getClass().getSimpleName();
		String line = text.lines().findFirst().orElse("unknown");
		return line.substring(0, Math.min(line.length(), LONGEST_KIND));
	}

}
