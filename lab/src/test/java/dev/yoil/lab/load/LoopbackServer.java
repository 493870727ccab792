package dev.yoil.lab.load;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;

/**
 * A server that answers each request as a script says, and counts them.
 */
final class LoopbackServer implements AutoCloseable {

	private final EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());

	private final AtomicLong requests = new AtomicLong();

	private final AtomicLong connections = new AtomicLong();

	private final Collection<HttpRequest> received = new ConcurrentLinkedQueue<>();

	private final LongFunction<Reply> script;

	private final Channel channel;

	/**
	 * Starts it.
	 * @param script what to do with the request of a number, from 0
	 */
	LoopbackServer(LongFunction<Reply> script) {
		this.script = script;
		this.channel = new ServerBootstrap().group(this.loops)
			.channel(NioServerSocketChannel.class)
			.option(ChannelOption.SO_BACKLOG, 4096)
			.childHandler(new ChannelInitializer<>() {

				@Override
				protected void initChannel(Channel accepted) {
					LoopbackServer.this.connections.incrementAndGet();
					accepted.pipeline().addLast(new HttpRequestDecoder(), new Answering());
				}

			})
			.bind("127.0.0.1", 0)
			.syncUninterruptibly()
			.channel();
	}

	URI address() {
		return URI.create("http://127.0.0.1:" + ((InetSocketAddress) this.channel.localAddress()).getPort());
	}

	long requests() {
		return this.requests.get();
	}

	long connections() {
		return this.connections.get();
	}

	Collection<HttpRequest> received() {
		return this.received;
	}

	@Override
	public void close() {
		this.channel.close().syncUninterruptibly();
		this.loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
	}

	/**
	 * What is done with a request.
	 *
	 * @param bytes all that is sent
	 * @param millis until then
	 * @param lastOf after how many replies of its connection that is closed; 0 for never
	 */
	record Reply(String bytes, long millis, int lastOf) {

		static Reply ok() {
			return status(200);
		}

		static Reply status(int status) {
			return new Reply("HTTP/1.1 " + status + " x\r\nContent-Length: 5\r\n\r\nhello", 0, 0);
		}

		static Reply nothing() {
			return new Reply("", 0, 0);
		}

		static Reply text(String bytes) {
			return new Reply(bytes, 0, 0);
		}

		Reply after(long later) {
			return new Reply(this.bytes, later, this.lastOf);
		}

		Reply closing(int replies) {
			return new Reply(this.bytes, this.millis, replies);
		}

	}

	private final class Answering extends SimpleChannelInboundHandler<HttpRequest> {

		private int replies;

		@Override
		protected void channelRead0(ChannelHandlerContext context, HttpRequest request) {
			Reply reply = LoopbackServer.this.script.apply(LoopbackServer.this.requests.getAndIncrement());
			if (LoopbackServer.this.received.size() < 1000) {
				LoopbackServer.this.received.add(request);
			}
			if (reply.millis() > 0) {
				context.executor().schedule(() -> send(context, reply), reply.millis(), TimeUnit.MILLISECONDS);
			}
			else {
				send(context, reply);
			}
		}

		private void send(ChannelHandlerContext context, Reply reply) {
			ByteBuf bytes = Unpooled.copiedBuffer(reply.bytes(), StandardCharsets.US_ASCII);
			this.replies++;
			boolean last = this.replies == reply.lastOf();
			context.writeAndFlush(bytes).addListener((done) -> {
				if (last) {
					context.close();
				}
			});
		}

		@Override
		public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
			context.close();
		}

	}

}
