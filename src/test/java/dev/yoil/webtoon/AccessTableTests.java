package dev.yoil.webtoon;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import dev.yoil.webtoon.AccessTable.Operation;
import dev.yoil.webtoon.AccessTable.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The access table of {@code docs/site/security.md}, compared with all mappings.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessTableTests {

	/** The target of error forwards; other requests receive 404. */
	private static final Set<String> ERRORS = Set.of("/error", "${spring.web.error.path:/error}");

	private AccessTable table;

	@RegisterExtension
	private final RunningService service = RunningService.shared();

	private List<Operation> operations;

	@BeforeAll
	void start() throws Exception {
		this.table = AccessTable.read();
		// The first request has the servlet look for what is mapped.
		this.service.get("/");
		this.operations = Objects.requireNonNull(this.service.bean(DispatcherServlet.class).getHandlerMappings())
			.stream()
			.filter(RequestMappingInfoHandlerMapping.class::isInstance)
			.map(RequestMappingInfoHandlerMapping.class::cast)
			.flatMap((mapping) -> mapping.getHandlerMethods().keySet().stream())
			.flatMap(AccessTableTests::operations)
			.toList();
	}

	private static Stream<Operation> operations(RequestMappingInfo mapping) {
		List<String> paths = mapping.getPatternValues().stream().filter((path) -> !ERRORS.contains(path)).toList();
		Set<RequestMethod> methods = mapping.getMethodsCondition().getMethods();
		assertThat(paths.isEmpty() || !methods.isEmpty()).as("%s declares its methods", mapping).isTrue();
		return paths.stream().flatMap((path) -> methods.stream().map((method) -> new Operation(method.name(), path)));
	}

	@Test
	void hasOneRowForEachMapping() {
		assertThat(this.operations).extracting(Operation::toString)
			.contains("GET /v3/api-docs", "GET /v3/api-docs.yaml", "GET /actuator/health",
					"DELETE /api/v1/cache/{name}/entries");
		assertThat(this.operations).allSatisfy((operation) -> assertThat(this.table.of(operation))
			.as("%s has a rule: add it to SecurityConfiguration and to docs/site/security.md", operation)
			.hasSize(1));
	}

	@ParameterizedTest
	@MethodSource("rows")
	void matchesTheService(Row row) throws Exception {
		List<Operation> own = this.operations.stream()
			.filter((operation) -> this.table.of(operation).contains(row))
			.toList();
		assertThat(own).as("What is mapped of this").isNotEmpty();
		for (Operation operation : own) {
			assertThat(access(operation, "Host: yoil.example")).as("%s by a stranger", operation)
				.isEqualTo(expected(row.everybody(), row.everybody()));
			assertThat(access(operation, "Host: localhost")).as("%s on this machine", operation)
				.isEqualTo(expected(row.here(), row.everybody()));
			assertThat(access(operation, "Host: yoil.example",
					"Authorization: " + Administrator.credentials(Administrator.PASSWORD)))
				.as("%s by the administrator", operation)
				.isEqualTo(expected(row.administrator(), row.everybody()));
		}
	}

	Stream<Row> rows() {
		return this.table.rows().stream();
	}

	private static String expected(String cell, String everybody) {
		String told = cell.equals("the same") ? everybody : cell;
		if (told.startsWith("with a CSRF token")) {
			return "with a CSRF token";
		}
		return told.startsWith("yes") ? "yes" : told;
	}

	/**
	 * Asks without a token.
	 */
	private String access(Operation operation, String... headers) throws IOException {
		RawHttp.Answer response = RawHttp.send(this.service.port(),
				operation.method() + " " + operation.address() + " HTTP/1.1", headers);
		if (response.status() == 403 && response.body().contains("urn:yoil:problem:missing-csrf-token")) {
			return "with a CSRF token";
		}
		assertThat(response.status()).as("%s is mapped", operation).isNotIn(403, 405, 500);
		return (response.status() == 401) ? "no" : "yes";
	}

}
