package dev.yoil.webtoon.openapi;

import java.math.BigDecimal;

import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.responses.ApiResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * The headers of answers that clients have a use for.
 */
final class Headers {

	/** By which clients ask whether what they have is still right. */
	static final String ETAG = "What If-None-Match may name the next time.";

	private Headers() {
	}

	/**
	 * Adds a header that the answer always has.
	 * @param answer the answer
	 * @param name the name of the header
	 * @param description what it says
	 */
	static void add(ApiResponse answer, String name, String description) {
		answer.addHeaderObject(name,
				new Header().description(description).required(true).schema(Schemas.typed("string")));
	}

	/**
	 * Adds what tells how a cache answered, where one was asked.
	 * @param answer the answer
	 */
	static void addCacheStatus(ApiResponse answer) {
		answer.addHeaderObject("Cache-Status",
				new Header().description("How the cache answered (RFC 9211), if it was asked.")
					.schema(Schemas.typed("string")));
	}

	/**
	 * Adds what tells where the time went, where some was spent on what is counted.
	 * @param answer the answer
	 */
	static void addServerTiming(ApiResponse answer) {
		answer.addHeaderObject("Server-Timing", new Header()
			.description("Milliseconds spent on loading values for caches, on waiting for another's load, and on "
					+ "making the JSON and compressing it, as far as that was done for this answer.")
			.example("load;dur=12.3, wait;dur=0.4, write;dur=1.1")
			.schema(Schemas.typed("string")));
	}

	/**
	 * Adds those that problems of a status have.
	 * @param answer the answer
	 * @param status the status
	 */
	static void addOfProblem(ApiResponse answer, HttpStatus status) {
		switch (status) {
			case UNAUTHORIZED -> add(answer, HttpHeaders.WWW_AUTHENTICATE, "Asks for HTTP Basic.");
			case TOO_MANY_REQUESTS,
					SERVICE_UNAVAILABLE ->
				answer.addHeaderObject(HttpHeaders.RETRY_AFTER,
						new Header().description("How many seconds to wait.")
							.required(true)
							.schema(Schemas.typed("integer").minimum(BigDecimal.ONE)));
			case UNSUPPORTED_MEDIA_TYPE -> add(answer, HttpHeaders.ACCEPT, "What would be taken.");
			default -> {
				// The rest have none.
			}
		}
	}

}
