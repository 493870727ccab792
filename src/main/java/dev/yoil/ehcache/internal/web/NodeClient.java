package dev.yoil.ehcache.internal.web;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.yoil.ehcache.internal.cluster.ClusterNode;
import dev.yoil.ehcache.internal.cluster.NodeSignatures;

import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * Asks other instances at the addresses that they have written themselves. What listens
 * there may be anything by now, so no redirect is followed, and no answer is read without
 * end. Thread-safe.
 */
final class NodeClient {

	/** As much of an answer as is read, in bytes. */
	static final int LONGEST = 1_000_000;

	private final SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor("yoil-cache-node-");

	private final RestClient http;

	private final NodeSignatures signatures;

	/**
	 * Creates a client.
	 * @param limit how long to wait for a whole answer
	 */
	NodeClient(NodeSignatures signatures, Duration limit) {
		this.threads.setDaemon(true);
		JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.proxy(HttpClient.Builder.NO_PROXY)
			.connectTimeout(limit)
			.build(), this.threads);
		requests.setReadTimeout(limit);
		this.http = RestClient.builder().requestFactory(requests).build();
		this.signatures = signatures;
	}

	/**
	 * Sends a signed request, and returns at once.
	 * @param path the path below the URL of an instance, and the query
	 * @param body JSON; empty for none
	 * @param by the operator; empty for none
	 * @return the body of the answer; a failure if there is none in time, or none with
	 * the status 200
	 */
	CompletableFuture<byte[]> send(ClusterNode node, HttpMethod method, String path, byte[] body, String by) {
		return CompletableFuture.supplyAsync(() -> {
			URI address = URI.create(node.url() + path);
			String query = (address.getRawQuery() != null) ? "?" + address.getRawQuery() : "";
			RestClient.RequestBodySpec request = this.http.method(method)
				.uri(address)
				.header(HttpHeaders.AUTHORIZATION,
						this.signatures.sign(node.id(), method.name(), address.getRawPath() + query, body, by));
			if (body.length > 0) {
				request.contentType(MediaType.APPLICATION_JSON).body(body);
			}
			return request.exchangeForRequiredValue((sent, answer) -> {
				if (answer.getStatusCode().value() != 200) {
					throw new IOException("It answered " + answer.getStatusCode());
				}
				return answer.getBody().readNBytes(LONGEST);
			});
		}, this.threads);
	}

}
