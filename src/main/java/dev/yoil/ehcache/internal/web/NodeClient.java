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
 * An HTTP client for requests to other instances. Another process may listen at the URL
 * of an instance that has ended. So the client follows no redirects and reads a bounded
 * part of the response. Thread-safe.
 */
final class NodeClient {

	/** In bytes. */
	static final int MAX_RESPONSE = 1_000_000;

	private final SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor("yoil-cache-node-");

	private final RestClient http;

	private final NodeSignatures signatures;

	NodeClient(NodeSignatures signatures, Duration timeout) {
		this.threads.setDaemon(true);
		JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.proxy(HttpClient.Builder.NO_PROXY)
			.connectTimeout(timeout)
			.build(), this.threads);
		requests.setReadTimeout(timeout);
		this.http = RestClient.builder().requestFactory(requests).build();
		this.signatures = signatures;
	}

	/**
	 * Sends a signed request in the background.
	 * @param path the path below the URL of the instance, and the query
	 * @param body JSON; empty for no body
	 * @param user the operator; empty if there is none
	 * @return the body of the response; fails unless its status is 200
	 */
	CompletableFuture<byte[]> send(ClusterNode node, HttpMethod method, String path, byte[] body, String user) {
		return CompletableFuture.supplyAsync(() -> {
			URI address = URI.create(node.url() + path);
			String query = (address.getRawQuery() != null) ? "?" + address.getRawQuery() : "";
			RestClient.RequestBodySpec request = this.http.method(method)
				.uri(address)
				.header(HttpHeaders.AUTHORIZATION,
						this.signatures.sign(node.id(), method.name(), address.getRawPath() + query, body, user));
			if (body.length > 0) {
				request.contentType(MediaType.APPLICATION_JSON).body(body);
			}
			return request.exchangeForRequiredValue((sent, response) -> {
				if (response.getStatusCode().value() != 200) {
					throw new IOException("Unexpected status " + response.getStatusCode());
				}
				return response.getBody().readNBytes(MAX_RESPONSE);
			});
		}, this.threads);
	}

}
