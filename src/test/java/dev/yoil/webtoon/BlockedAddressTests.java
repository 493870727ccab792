package dev.yoil.webtoon;

import java.net.http.HttpResponse;

import dev.yoil.webtoon.moderation.ReplicatedTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Blocked addresses over HTTP.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BlockedAddressTests {

	private static final String ADDRESSES = "/api/v1/admin/blocked-addresses";

	private static final String MONDAY = "/api/v1/webtoon?publishDay=MONDAY";

	/** The bean that holds them. */
	private static final String BLOCKED = "blockedAddresses";

	private static final String NEVER_BLOCKED = "192.0.2.1";

	/** Behind a trusted proxy; what a test blocks there is let in again after it. */
	@RegisterExtension
	private final RunningService service = RunningService.proxied();

	private final Administrator administrator = new Administrator(this.service);

	@AfterEach
	void unblockAll() throws Exception {
		this.service.database().start();
		for (JsonNode blocked : JsonMapper.shared()
			.readTree(this.administrator.send("GET", ADDRESSES, null, "X-Forwarded-For", NEVER_BLOCKED).body())
			.get("items")) {
			assertThat(this.administrator
				.send("DELETE", ADDRESSES + "/" + blocked.get("id").asLong(), null, "X-Forwarded-For", NEVER_BLOCKED)
				.statusCode()).isEqualTo(204);
		}
	}

	@Test
	void rejectsEveryRequest() throws Exception {
		try (RunningService service = RunningService.prefixed()) {
			Administrator administrator = new Administrator(service);
			String list = "/ctx/app" + MONDAY;
			assertThat(status(service, "GET " + list, "203.0.113.9")).isEqualTo(200);
			assertThat(administrator.send("POST", "/ctx/app" + ADDRESSES, block("203.0.113.0/24")).statusCode())
				.isEqualTo(201);
			for (String request : new String[] { "GET " + list, "HEAD " + list, "GET /ctx/app/thumbnail/1.svg",
					"GET /ctx/app/actuator/health", "GET /ctx/app/none", "GET /none", "GET /",
					"DELETE /ctx/app/api/v1/cache", "GET /ctx/app/%zz", "GET /ctx/app/../..", "TRACE /ctx/app/",
					"CONNECT a:1", "POST " + "/ctx/app" + ADDRESSES, "GET *" }) {
				RawHttp.Answer response = ask(service, request, "203.0.113.9");
				assertThat(response.status()).as(request).isEqualTo(403);
				assertThat(response.body().contains("blocked-address")).as(request)
					.isEqualTo(!request.startsWith("HEAD"));
			}
			assertThat(status(service, "GET " + list, "203.0.114.9")).isEqualTo(200);
			for (String address : new String[] { "203.0.113.9", "203.0.114.9" }) {
				assertThat(RawHttp
					.send(service.managementPort(), "GET /actuator/info HTTP/1.1", "Host: localhost",
							"X-Forwarded-For: " + address)
					.status()).isEqualTo(address.equals("203.0.113.9") ? 403 : 200);
			}
			RawHttp.Answer response = ask(service, "GET " + list, "203.0.113.200");
			assertThat(response.headers()).containsEntry("content-type", "application/problem+json")
				.containsEntry("cache-control", "no-store");
			assertThat(JsonMapper.shared().readTree(response.body()).get("type").asString())
				.isEqualTo("urn:yoil:problem:blocked-address");
		}
	}

	@Test
	void usesTheAddressFromATrustedProxy() throws Exception {
		for (String address : new String[] { "198.51.100.7", "127.0.0.0/8" }) {
			assertThat(this.administrator.send("POST", ADDRESSES, block(address), "X-Forwarded-For", NEVER_BLOCKED)
				.statusCode()).isEqualTo(201);
		}
		assertThat(status(this.service, "GET " + MONDAY, NEVER_BLOCKED + ", 198.51.100.7")).isEqualTo(403);
		assertThat(status(this.service, "GET " + MONDAY, "198.51.100.7, " + NEVER_BLOCKED)).isEqualTo(200);
		assertThat(status(this.service, "GET " + MONDAY, "::ffff:198.51.100.7")).isEqualTo(403);
	}

	@Test
	void ignoresForwardedAddressesWithoutATrustedProxy() throws Exception {
		try (RunningService open = RunningService.shared()) {
			changeOnAnotherInstance(open, "insert into blocked_address (address, reason, created_at) values"
					+ " ('198.51.100.7/32', 'spam', now())");
			open.bean(BLOCKED, ReplicatedTable.class).afterPropertiesSet();
			assertThat(status(open, "GET " + MONDAY, "198.51.100.7")).as("is not blocked by others").isEqualTo(200);
			changeOnAnotherInstance(open, "insert into blocked_address (address, reason, created_at) values"
					+ " ('127.0.0.0/8', 'spam', now())");
			open.bean(BLOCKED, ReplicatedTable.class).afterPropertiesSet();
			assertThat(status(open, "GET " + MONDAY, NEVER_BLOCKED)).as("escapes").isEqualTo(403);
		}
	}

	@Test
	void listsChangesAndUnblocks() throws Exception {
		HttpResponse<String> first = this.administrator.send("POST", ADDRESSES, block("::ffff:198.51.100.7"));
		String location = first.headers().firstValue("Location").orElseThrow();
		JsonNode blocked = JsonMapper.shared().readTree(first.body());
		assertThat(location).isEqualTo(ADDRESSES + "/" + blocked.get("id").asLong());
		assertThat(blocked.get("address").asString()).isEqualTo("198.51.100.7/32");
		assertThat(blocked.get("reason").asString()).isEqualTo("spam");
		assertThat(blocked.get("createdAt").asString()).isEqualTo("2026-11-21T03:00:00Z");
		assertThat(this.administrator.send("GET", location, null).body()).isEqualTo(first.body());
		assertProblem(this.administrator.send("POST", ADDRESSES, block("198.51.100.7")), 409, "blocked-address-exists");
		assertThat(this.administrator.send("PUT", location, block("2001:DB8:0::/16")).statusCode()).isEqualTo(400);
		assertThat(this.administrator.send("PUT", location, block("2001:0::/16")).body())
			.contains("\"address\":\"2001::/16\"");
		assertThat(status(this.service, "GET /", "198.51.100.7")).isEqualTo(200);
		assertThat(status(this.service, "GET /", "2001:db8::1")).isEqualTo(403);
		assertThat(this.administrator.send("POST", ADDRESSES, block("9.0.0.0/8")).statusCode()).isEqualTo(201);
		assertThat(this.administrator.send("POST", ADDRESSES, block("9.1.0.0/16")).statusCode()).isEqualTo(201);
		assertThat(status(this.service, "GET /", "9.255.0.1")).as("behind a range inside of its own").isEqualTo(403);
		assertProblem(this.administrator.send("PUT", location, block("9.0.0.0/8")), 409, "blocked-address-exists");
		JsonNode page = JsonMapper.shared()
			.readTree(this.administrator.send("GET", ADDRESSES + "?size=1&page=1", null).body());
		assertThat(page.get("total").asLong()).isEqualTo(3);
		assertThat(page.at("/items/0/address").asString()).isEqualTo("9.0.0.0/8");
		assertThat(this.administrator.send("DELETE", location, null).statusCode()).isEqualTo(204);
		assertThat(status(this.service, "GET /", "2001:db8::1")).isEqualTo(200);
		for (String method : new String[] { "GET", "DELETE" }) {
			assertProblem(this.administrator.send(method, location, null), 404, "unknown-blocked-address");
			assertProblem(this.administrator.send(method, ADDRESSES + "/x", null), 404, "not-found");
		}
		assertProblem(this.administrator.send("PUT", location, block("203.0.113.7")), 404, "unknown-blocked-address");
	}

	@Test
	void neverBlocksTheAdministratorsOwnAddress() throws Exception {
		assertProblem(this.administrator.send("POST", ADDRESSES, block("127.0.0.0/8")), 409, "own-address");
		assertProblem(
				this.administrator.send("POST", ADDRESSES, block("203.0.113.0/24"), "X-Forwarded-For", "203.0.113.9"),
				409, "own-address");
		HttpResponse<String> other = this.administrator.send("POST", ADDRESSES, block("203.0.113.0/24"));
		assertProblem(this.administrator.send("PUT", other.headers().firstValue("Location").orElseThrow(),
				block("127.0.0.1")), 409, "own-address");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "localhost | is not an IP address", "10.0.0.1/8 | or the single address 10.0.0.1",
					"10.0.0.0/40 | a prefix length from 0 to 32", "0.0.0.0/0 | 0.0.0.0/0 is wider than /8",
					"8.0.0.0/7 | 8.0.0.0/7 is wider than /8", "2000::/15 | is wider than /16" })
	void rejectsInvalidAddresses(String address, String complaint) throws Exception {
		HttpResponse<String> response = this.administrator.send("POST", ADDRESSES, block(address));
		assertProblem(response, 400, "refused-values");
		assertThat(response.body()).contains(complaint);
	}

	@Test
	void blocksWhileTheDatabaseIsUnavailable() throws Exception {
		this.administrator.send("POST", ADDRESSES, block("203.0.113.9"));
		this.service.database().stop();
		assertThat(status(this.service, "GET /", "203.0.113.9")).isEqualTo(403);
	}

	/**
	 * Changes the table behind the service's back.
	 */
	private static void changeOnAnotherInstance(RunningService service, String sql) {
		JdbcTemplate jdbc = service.bean(JdbcTemplate.class);
		jdbc.update(sql);
		jdbc.update("update moderation_list set revision = revision + 1 where name = 'BLOCKED_ADDRESSES'");
	}

	private static String block(String address) {
		return "{\"address\":\"" + address + "\",\"reason\":\"spam\"}";
	}

	private static int status(RunningService service, String request, String forwardedFor) throws Exception {
		return ask(service, request, forwardedFor).status();
	}

	private static RawHttp.Answer ask(RunningService service, String request, String forwardedFor) throws Exception {
		return RawHttp.send(service.port(), request + " HTTP/1.1", "Host: localhost",
				"X-Forwarded-For: " + forwardedFor);
	}

	private static void assertProblem(HttpResponse<String> response, int status, String type) {
		assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
		assertThat(response.body()).contains("urn:yoil:problem:" + type);
	}

}
