package dev.yoil.webtoon;

import java.util.List;

/**
 * Parts of requests that are wrong in all the ways that parsers, filters, controllers and
 * those who answer errors may stumble over.
 */
final class OddRequests {

	/** One address of each kind. */
	static final List<String> PATHS = List.of("/", "/?publishDay=%ff", "/webtoon/x", "/search?query=%00",
			"/assets/x/nothing.js", "/console/", "/console/nothing.js", "/nowhere", "/api/nowhere", "/error",
			"/api/v1/webtoon?publishDay=MONDAY", "/api/v1/webtoon?publishDay=%zz", "/api/v1/webtoon/%00",
			"/api/v1/webtoon/99999999999999999999", "/api/v1/webtoon/1/like", "/api/v1/genres", "/api/v1/csrf",
			"/api/v1/cache", "/api/v1/cache/%2e%2e", "/api/v1/cache/nothing/entries?limit=x", "/api/v1/admin/genres",
			"/thumbnails/pictures.svg", "/thumbnails/x.svg", "/actuator", "/actuator/health",
			"/actuator/health/nothing", "/actuator/info", "/actuator/prometheus?includedNames=%zz", "/actuator/nothing",
			"/v3/api-docs", "/v3/api-docs.yaml", "/v3/api-docs/nothing");

	/** With {@code GET}. */
	static final List<String> HEADERS = List.of("Accept: x", "Accept: ///", "Accept: ,", "Accept: application/json,,",
			"Accept: */x", "Accept: null", "Accept: text/html;q=x", "Accept: text/html, x", "Accept: text/html",
			"Accept: application/json;q=2", "Accept: application/json;charset=utf-16", "Accept: */*;q=0",
			"Accept: text/event-stream", "Accept: multipart/mixed", "Accept: " + "a".repeat(2_000),
			"Accept-Encoding: identity;q=0", "Accept-Encoding: ;", "Accept-Language: xx-YY;q=9", "Accept-Language: -",
			"Range: bytes=9-1", "Range: x", "Range: bytes=0-0," + "2-3,".repeat(50), "If-None-Match: x",
			"If-None-Match: \"", "If-None-Match: W/\"", "If-Match: x", "If-Range: x", "If-Modified-Since: yesterday",
			"If-Unmodified-Since: Sat, 21 Nov 2020 00:00:00 GMT", "Cookie: =", "Cookie: $Version=1; a",
			"Cookie: yoil-visitor=forged; yoil-csrf=\"; yoil-language=xx", "Cookie: a=\u00e9", "Cookie: a=b;;;=;,",
			"Content-Type: a/b; charset=utf-9", "Content-Type: */*", "Content-Type: multipart/form-data",
			"Origin: null", "Origin: ::::", "Sec-Fetch-Site: cross-site", "Authorization: Basic x",
			"Authorization: Basic ", "Authorization: Bearer x", "X-Forwarded-For: x", "Forwarded: for=;",
			"traceparent: 00-zz-zz-zz", "Access-Control-Request-Method: FOO", "Upgrade: websocket",
			"Expect: 100-continue", "Expect: x", "Bad Header");

	static final List<String> METHODS = List.of("HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
			"FOO", "get");

	/** What takes a body, or refuses it. */
	static final List<String> CHANGES = List.of("POST /api/v1/webtoon/1/reviews", "PUT /api/v1/webtoon/1/like",
			"POST /api/v1/admin/webtoons", "PUT /api/v1/admin/genres/X", "POST /api/v1/admin/banned-words/batch",
			"POST /api/v1/admin/blocked-addresses", "POST /api/v1/cache/findGenres/removals", "POST /actuator/health",
			"POST /nowhere", "GET /actuator/info", "POST /v3/api-docs");

	static final List<String> TYPES = List.of("application/json", "application/json;charset=utf-16", "text/plain",
			"application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data");

	/** The rest of the headers, and a body. */
	static final List<String> BODIES = List.of("Content-Length: 0", length("{"), length("null"), length("[{}]"),
			length("\u0000"), length("{\"rating\":" + "9".repeat(2_000) + "}"), length("[".repeat(5_000)),
			length("{\"words\":[\"\\ud800\"],\"nickname\":\"\\u0000\"}"), "Content-Length: x",
			"Content-Encoding: gzip\r\n" + length("{}"), "Transfer-Encoding: gzip, chunked\r\n\r\n0",
			"Transfer-Encoding: chunked\r\n\r\nzz", "Transfer-Encoding: chunked\r\n\r\n-1",
			"Transfer-Encoding: chunked\r\n\r\n1;" + "a".repeat(9_000));

	/** Lines of no HTTP, or of what no address is. */
	static final List<String> LINES = List.of("GET * HTTP/1.1", "OPTIONS * HTTP/1.1", "GET /a[b] HTTP/1.1",
			"G(T / HTTP/1.1", "GET ht!tp://x/ HTTP/1.1", "GET http://other/ HTTP/1.1", "CONNECT x:1 HTTP/1.1",
			"GET /" + "a".repeat(9_000) + " HTTP/1.1", "GET /..%2f HTTP/1.1", "GET /;/x HTTP/1.1", "GET // HTTP/1.1",
			"GET / HTTP/3.0", "GET / FTP/1.1", "\u0016\u0003\u0001", "GET / HTTP/1.1\r\nHost: a:x",
			"GET / HTTP/1.1\r\nX: a\u0000b", "GET / HTTP/1.1\r\n: x");

	private OddRequests() {
	}

	private static String length(String body) {
		return "Content-Length: " + body.length() + "\r\n\r\n" + body;
	}

}
