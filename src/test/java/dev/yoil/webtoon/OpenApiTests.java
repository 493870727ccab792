package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The OpenAPI document of the running service.
 */
class OpenApiTests {

	private static final String DOCUMENT = "/v3/api-docs";

	private static final List<String> LIMITS = List.of("minLength", "maxLength", "minItems", "maxItems", "minimum",
			"maximum", "pattern");

	@RegisterExtension
	private static final RunningService service = RunningService.shared();

	private static OpenApiDocument document;

	@BeforeAll
	static void start() throws Exception {
		document = OpenApiDocument.of(service);
	}

	@ParameterizedTest
	@ValueSource(strings = { DOCUMENT, DOCUMENT + ".yaml" })
	void isValidOpenApi(String path) throws Exception {
		SwaggerParseResult read = new OpenAPIV3Parser().readContents(service.get(path).body());
		assertThat(read.getMessages()).isEmpty();
		assertThat(read.isOpenapi31()).isTrue();
		assertThat(read.getOpenAPI().getPaths()).hasSameSizeAs(document.json().get("paths"));
	}

	@ParameterizedTest
	@CsvSource({ DOCUMENT + ", application/json", DOCUMENT + ".yaml, application/vnd.oai.openapi" })
	void isCompressedAndHasAnEntityTag(String path, String type) throws Exception {
		HttpResponse<String> whole = service.get(path);
		HttpResponse<String> gzip = service
			.text(service.request("GET", path).header("Accept-Encoding", "gzip, deflate, br").build());
		assertThat(gzip.statusCode()).isEqualTo(200);
		assertThat(gzip.headers().firstValue("Content-Type")).hasValue(type);
		assertThat(gzip.headers().firstValue("Content-Encoding")).hasValue("gzip");
		assertThat(gzip.headers().allValues("Vary")).contains("Accept-Encoding");
		assertThat(gzip.headers().firstValueAsLong("Content-Length").orElseThrow())
			.isLessThan(whole.body().length() / 3);
		assertThat(whole.headers().map()).doesNotContainKey("Content-Encoding");
		String etag = whole.headers().firstValue("ETag").orElseThrow();
		HttpResponse<String> known = service.text(service.request("GET", path).header("If-None-Match", etag).build());
		assertThat(known.statusCode()).isEqualTo(304);
		assertThat(known.body()).isEmpty();
	}

	@Test
	void describesEmptyParameters() throws Exception {
		for (JsonNode parameter : document.json().at("/paths/~1api~1v1~1webtoon/get/parameters")) {
			String name = parameter.get("name").asString();
			boolean number = parameter.at("/schema/type").asString().equals("integer");
			assertThat(parameter.path("allowEmptyValue").asBoolean(false)).as(name).isEqualTo(number);
			String others = name.equals("publishDay") ? "" : "publishDay=MONDAY&";
			assertThat(service.get("/api/v1/webtoon?" + others + name + "=").statusCode()).as(name)
				.isEqualTo(number ? 200 : 400);
		}
		assertThat(document.json().at("/paths/~1api~1v1~1webtoon/get/parameters/2/schema/minLength").asInt())
			.isEqualTo(1);
	}

	/**
	 * Scouter names what it traces by the path of the method's own annotation.
	 */
	@Test
	void hasExactlyTheMappedOperations() {
		Set<String> mapped = new TreeSet<>();
		List<String> withoutPath = new ArrayList<>();
		service.bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
			.getHandlerMethods()
			.forEach((mapping, method) -> {
				mapping.getPatternValues()
					.stream()
					.filter((path) -> path.startsWith("/api/"))
					.forEach((path) -> mapping.getMethodsCondition()
						.getMethods()
						.forEach((http) -> mapped.add(http + " " + path)));
				RequestMapping own = AnnotatedElementUtils.findMergedAnnotation(method.getMethod(),
						RequestMapping.class);
				if (own == null || own.path().length == 0) {
					withoutPath.add(method.toString());
				}
			});
		assertThat(mapped).contains("GET /api/v1/webtoon", "DELETE /api/v1/cache/{name}/entries");
		assertThat(document.operations()).extracting(OpenApiDocument.Operation::toString)
			.containsExactlyInAnyOrderElementsOf(mapped);
		assertThat(withoutPath).isEmpty();
	}

	@Test
	void namesAndDescribesEachOperation() {
		assertThat(document.operations()).allSatisfy((operation) -> {
			assertThat(operation.json().path("summary").asString("")).matches("[A-Z][^{@]{8,150}\\.");
			assertThat(operation.json().get("tags")).hasSize(1);
		});
		assertThat(document.operations()).extracting((operation) -> operation.json().get("operationId").asString())
			.doesNotHaveDuplicates()
			.contains("webtoonByPublishDay")
			.allSatisfy((name) -> assertThat(name).matches("[a-z][A-Za-z]+"));
		assertThat(document.json().get("tags"))
			.allSatisfy((tag) -> assertThat(tag.get("description").asString()).endsWith("."));
	}

	@Test
	void documentsProblemsAndCredentials() {
		assertThat(document.operations()).allSatisfy((operation) -> assertThat(
				operation.json().at("/responses/default/content/application~1problem+json/schema/$ref").asString())
			.isEqualTo("#/components/schemas/ProblemDetail"));
		assertThat(document.json().at("/components/securitySchemes/csrfCookie/name").asString()).isEqualTo("yoil-csrf");
		assertThat(security("PUT /api/v1/webtoon/{id}/like")).containsExactly(Set.of("csrfToken", "csrfCookie"));
		assertThat(security("GET /api/v1/webtoon/{id}")).isEmpty();
		assertThat(security("GET /api/v1/cache")).containsExactly(Set.of(), Set.of("administrator"));
		assertThat(security("DELETE /api/v1/cache/{name}/entries")).containsExactly(Set.of("administrator"));
		assertThat(security("PUT /api/v1/admin/webtoons/{id}")).containsExactly(Set.of("administrator"));
	}

	private static List<Set<String>> security(String operation) {
		return operation(operation).json()
			.path("security")
			.valueStream()
			.map((choice) -> Set.copyOf(choice.propertyNames()))
			.toList();
	}

	private static OpenApiDocument.Operation operation(String text) {
		return document.operations()
			.stream()
			.filter((candidate) -> candidate.toString().equals(text))
			.findAny()
			.orElseThrow();
	}

	@Test
	void documentsRequiredAndNullableFields() {
		JsonNode schemas = document.json().at("/components/schemas");
		JsonNode summary = schemas.get("WebtoonSummary");
		assertThat(summary.at("/properties/rating/type").valueStream().map(JsonNode::asString))
			.containsExactlyInAnyOrder("number", "null");
		assertThat(summary.get("required")).hasSize(summary.get("properties").size() - 1);
		assertThat(schemas.at("/WebtoonDraft/required")).hasSize(5);
		assertThat(schemas.at("/WebtoonReplacement/required")).hasSize(6);
	}

	/**
	 * JSON Schema looks for a pattern anywhere in a text, and Bean Validation compares
	 * all of it.
	 */
	@Test
	void anchorsEveryPattern() {
		assertThat(document.json().findValues("pattern").stream().filter(JsonNode::isString)).isNotEmpty()
			.allSatisfy((pattern) -> assertThat(pattern.asString()).startsWith("^").endsWith("$"));
	}

	@Test
	void hasNoDefaultForRequiredParameters() {
		assertThat(document.operations()
			.stream()
			.flatMap((operation) -> operation.parameters().stream())
			.filter(OpenApiDocument.Parameter::required)).isNotEmpty()
			.noneMatch((parameter) -> parameter.schema().has("default"));
	}

	@Test
	void closesRequestBodies() {
		assertThat(document.operations().stream().map(OpenApiDocument.Operation::body).filter(Objects::nonNull))
			.isNotEmpty()
			.allSatisfy((body) -> assertThat(body.path("additionalProperties").asBoolean(true)).isFalse());
	}

	/** {@code GeneratedRequestTests} checks that the service rejects other values. */
	@Test
	void limitsEachFieldOfABody() {
		assertThat(document.operations()
			.stream()
			.map(OpenApiDocument.Operation::body)
			.filter(Objects::nonNull)
			.flatMap((body) -> body.get("properties").properties().stream())
			.map((field) -> field.getKey() + LIMITS.stream()
				.filter(field.getValue()::has)
				.map((limit) -> " " + field.getValue().get(limit).asString())
				.collect(Collectors.joining())))
			.contains("word 1 50", "words 1 1000", "address 1 100", "reason 1 200", "code ^[A-Z_]{1,30}$", "label 1 30",
					"labelEn 1 30", "position 0", "author 1 100", "genre ^[A-Z_]{1,30}$", "synopsis 1 1000",
					"title 1 200", "nickname 1 20", "rating 1 5", "text 1 1000", "pattern 1 1000");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			cache/{name}/removals         | {"id":"1"}                             | true
			cache/{name}/removals         | {"id":null,"key":"a","dryRun":true}    | true
			cache/{name}/removals         | {"pattern":"a*"}                       | true
			cache/{name}/removals         | {"id":"1","key":"a"}                   | false
			cache/{name}/removals         | {"id":null}                            | false
			cache/{name}/removals         | {"id":"x1"}                            | false
			cache/{name}/removals         | {}                                     | false
			cache/{name}/cluster/removals | {"key":"a","dryRun":true}              | true
			cache/{name}/cluster/removals | {"key":"a","pattern":"a"}              | false
			cache/{name}/cluster/removals | {"id":"1"}                             | false
			webtoon/{id}/reviews          | {"nickname":"a","rating":5.0,"text":"a"} | true
			webtoon/{id}/reviews          | {"nickname":"a","rating":4.5,"text":"a"} | false
			""")
	void describesBodies(String path, String body, boolean valid) {
		assertThat(document.complaints(operation("POST /api/v1/" + path).bodyPointer(), GeneratedValues.read(body))
			.isEmpty()).isEqualTo(valid);
	}

	@Test
	void isTheSameForAllClients() throws Exception {
		RawHttp.Answer response = RawHttp.send(service.port(), "GET " + DOCUMENT + " HTTP/1.1",
				"Host: localhost\r\nX-Forwarded-Host: evil.example\r\nAccept-Language: ko");
		assertThat(response.body()).isEqualTo(service.get(DOCUMENT).body()).contains("\"servers\":[{\"url\":\"/\"}]");
	}

}
