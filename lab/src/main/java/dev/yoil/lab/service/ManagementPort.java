package dev.yoil.lab.service;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The management port of a service, which the load does not use. Thread-safe.
 */
final class ManagementPort {

	private final HttpClient http = client(Duration.ofSeconds(1)).build();

	private final int port;

	ManagementPort(int port) {
		this.port = port;
	}

	/** Returns a client for the loopback interface. */
	static HttpClient.Builder client(Duration connectTimeout) {
		return HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.proxy(HttpClient.Builder.NO_PROXY)
			.connectTimeout(connectTimeout);
	}

	boolean isReady() {
		return ask("/actuator/health/readiness", Duration.ofSeconds(2)).isPresent();
	}

	/** Returns the metrics; empty if they do not arrive in time. */
	Optional<Metrics> metrics(Duration limit) {
		return ask("/actuator/prometheus", limit).map(Metrics::parse);
	}

	private Optional<String> ask(String path, Duration limit) {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + path)).build();
		// The timeout of a request would not cover its body.
		CompletableFuture<HttpResponse<String>> asked = this.http.sendAsync(request,
				HttpResponse.BodyHandlers.ofString());
		try {
			HttpResponse<String> answer = asked.get(limit.toMillis(), TimeUnit.MILLISECONDS);
			return Optional.of(answer).filter((response) -> response.statusCode() == 200).map(HttpResponse::body);
		}
		catch (ExecutionException | TimeoutException ex) {
			return Optional.empty();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return Optional.empty();
		}
		finally {
			asked.cancel(true);
		}
	}

}
