package dev.yoil.browser;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.openqa.selenium.logging.LogEntry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The requests of a browser and their sizes, from its network log. Not thread-safe.
 */
final class Traffic {

	/**
	 * More than {@link java.net.URI} would take: host and path, of any URL that a browser
	 * asks for, with credentials or without.
	 */
	private static final Pattern PARTS = Pattern.compile("^[a-z-]+://(?:[^/?#@]*@)?([^/:?#]*)[^/?#]*([^?#]*)");

	private final Map<String, Exchange> exchanges = new LinkedHashMap<>();

	private final List<String> foreign = new ArrayList<>();

	/**
	 * One request and its answer.
	 */
	static final class Exchange {

		private final String url;

		private int status;

		private boolean cached;

		private long bytes;

		private boolean finished;

		Exchange(String url) {
			this.url = url;
		}

		/** The address, whole. */
		String url() {
			return this.url;
		}

		/** The path alone. */
		String path() {
			return parts(this.url).group(2);
		}

		/** As sent by the server; 0 as long as nothing was. */
		int status() {
			return this.status;
		}

		/** True if the browser used its cache without a request. */
		boolean cached() {
			return this.cached;
		}

		/** Bytes over the wire, with headers; 0 as long as it is not finished. */
		long bytes() {
			return this.bytes;
		}

		/** True if the response is complete. */
		boolean finished() {
			return this.finished;
		}

		@Override
		public String toString() {
			return "%s %s, %,d bytes".formatted(this.cached ? "cache" : this.status, this.url, this.bytes);
		}

	}

	void read(LogEntry entry) {
		JsonNode message = JsonMapper.shared().readTree(entry.getMessage()).get("message");
		JsonNode parameters = message.get("params");
		String id = parameters.path("requestId").asString("");
		switch (message.get("method").asString()) {
			case "Network.requestWillBeSent" -> sent(id, parameters);
			case "Network.requestServedFromCache" -> with(id, (exchange) -> exchange.cached = true);
			case "Network.responseReceived" -> with(id, (exchange) -> answered(exchange, parameters.get("response")));
			case "Network.responseReceivedExtraInfo" ->
				with(id, (exchange) -> exchange.status = parameters.get("statusCode").asInt());
			case "Network.loadingFinished" -> with(id, (exchange) -> {
				exchange.bytes = parameters.get("encodedDataLength").asLong();
				exchange.finished = true;
			});
			default -> {
				// Not of the network, or no news of it.
			}
		}
	}

	private static Matcher parts(String url) {
		Matcher parts = PARTS.matcher(url);
		if (!parts.find()) {
			throw new IllegalArgumentException("'" + url + "' is no address");
		}
		return parts;
	}

	private void sent(String id, JsonNode parameters) {
		String url = parameters.get("request").get("url").asString();
		if (url.startsWith("data:") || url.startsWith("blob:") || url.startsWith("about:")) {
			return;
		}
		if (!parts(url).group(1).equals("127.0.0.1")) {
			this.foreign.add(url);
		}
		// A redirect goes on under the number of what it redirects.
		Exchange redirected = this.exchanges.get(id);
		if (redirected != null && parameters.has("redirectResponse")) {
			JsonNode response = parameters.get("redirectResponse");
			answered(redirected, response);
			redirected.bytes = response.path("encodedDataLength").asLong();
			redirected.finished = true;
			this.exchanges.put(id + " redirected " + this.exchanges.size(), redirected);
		}
		this.exchanges.put(id, new Exchange(url));
	}

	private static void answered(Exchange exchange, JsonNode response) {
		if (exchange.status == 0) {
			exchange.status = response.get("status").asInt();
		}
		exchange.cached |= response.path("fromDiskCache").asBoolean(false);
	}

	private void with(String id, Consumer<Exchange> change) {
		Exchange exchange = this.exchanges.get(id);
		if (exchange != null) {
			change.accept(exchange);
		}
	}

	/**
	 * All of it, in the order asked.
	 */
	List<Exchange> exchanges() {
		return List.copyOf(this.exchanges.values());
	}

	/**
	 * What was asked of others than this machine.
	 */
	List<String> foreign() {
		return List.copyOf(this.foreign);
	}

	/**
	 * Forgets what was asked so far, and none of what was asked of others.
	 */
	void forget() {
		this.exchanges.clear();
	}

}
