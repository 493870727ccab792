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
 * A connection of a user: sends requests, reads their answers and discards them. Runs on
 * one event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failure closes the connection,
												// which is handled.
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

	/** Opens the connection, then sends the first request. */
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
		return (cause instanceof ConnectException) ? User.NO_CONNECTION : textOf(cause);
	}

	void send(Requests.Request request) {
		Channel open = this.channel;
		if (open != null) {
			open.writeAndFlush(request.bytes().duplicate(), open.voidPromise());
		}
	}

	/** Returns whether another request can be sent. */
	boolean isOpen() {
		return this.keepsAlive && this.channel != null && this.channel.isActive();
	}

	/** Returns whether the service, or the kernel for it, ever accepted it. */
	boolean isEstablished() {
		return this.established;
	}

	/** Returns whether the last request may not have reached the service. */
	boolean isStale() {
		return this.used && !this.heard;
	}

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
					? User.CONNECTION_CLOSED : User.MALFORMED);
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
