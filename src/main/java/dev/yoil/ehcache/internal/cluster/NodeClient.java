package dev.yoil.ehcache.internal.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Asks other instances, at the addresses that they have written themselves. What is there
 * may be anything by now: it is not followed elsewhere, not read without end, and learns
 * nothing that it could use elsewhere. Thread-safe.
 */
public final class NodeClient {

	/** Where an instance answers the others, below the address of its inspection. */
	public static final String PATH = "/cluster/node";

	/** As much of an answer as is read, in bytes. */
	static final int LONGEST = 1_000_000;

	private final HttpClient http = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.followRedirects(HttpClient.Redirect.NEVER)
		.proxy(HttpClient.Builder.NO_PROXY)
		.build();

	private final NodeSignatures signatures;

	private final String path;

	/**
	 * Creates a client.
	 * @param inspection the address of the inspection below the URL of an instance, which
	 * is the same for all
	 */
	public NodeClient(NodeSignatures signatures, String inspection) {
		this.signatures = signatures;
		this.path = inspection + PATH;
	}

	/**
	 * Sends something, and returns at once.
	 * @param body JSON
	 * @param limit how long to wait for the whole answer
	 * @return what was answered, with the status 200; a failure if anything else was, or
	 * nothing in time
	 */
	public CompletableFuture<byte[]> send(ClusterNode node, byte[] body, Duration limit) {
		CompletableFuture<HttpResponse<byte[]>> sent;
		try {
			URI address = URI.create(node.url() + this.path);
			String signature = this.signatures.sign(node.id(), "POST", address.getRawPath(), body);
			if (signature == null) {
				return failed("the database was not heard yet");
			}
			sent = this.http.sendAsync(HttpRequest.newBuilder(address)
				.POST(HttpRequest.BodyPublishers.ofByteArray(body))
				.header("Authorization", signature)
				.header("Content-Type", "application/json")
				.build(), (head) -> new Bounded());
		}
		catch (IllegalArgumentException ex) {
			return failed("it has no address that can be asked");
		}
		CompletableFuture<HttpResponse<byte[]>> asked = sent;
		// A copy, since to cancel what was sent is what ends the connection.
		CompletableFuture<HttpResponse<byte[]>> limited = sent.copy().orTimeout(limit.toNanos(), TimeUnit.NANOSECONDS);
		return limited.whenComplete((answer, failure) -> asked.cancel(true)).thenCompose((answer) -> {
			if (answer.statusCode() != 200) {
				return failed("it answered " + answer.statusCode());
			}
			return CompletableFuture.completedFuture(answer.body());
		});
	}

	private static CompletableFuture<byte[]> failed(String why) {
		return CompletableFuture.failedFuture(new IOException(why));
	}

	/** Reads so much and no more. */
	private static final class Bounded implements HttpResponse.BodySubscriber<byte[]> {

		private final CompletableFuture<byte[]> body = new CompletableFuture<>();

		private final List<ByteBuffer> read = new ArrayList<>();

		private int length;

		private Flow.@Nullable Subscription source;

		@Override
		public CompletionStage<byte[]> getBody() {
			return this.body;
		}

		@Override
		public void onSubscribe(Flow.Subscription subscription) {
			this.source = subscription;
			subscription.request(1);
		}

		@Override
		public void onNext(List<ByteBuffer> buffers) {
			this.length += buffers.stream().mapToInt(ByteBuffer::remaining).sum();
			Flow.Subscription from = Objects.requireNonNull(this.source);
			if (this.length > LONGEST) {
				from.cancel();
				this.body.completeExceptionally(new IOException("it answered more than " + LONGEST + " bytes"));
				return;
			}
			this.read.addAll(buffers);
			from.request(1);
		}

		@Override
		public void onError(Throwable failure) {
			this.body.completeExceptionally(failure);
		}

		@Override
		public void onComplete() {
			ByteBuffer all = ByteBuffer.allocate(this.length);
			this.read.forEach(all::put);
			this.body.complete(all.array());
		}

	}

}
