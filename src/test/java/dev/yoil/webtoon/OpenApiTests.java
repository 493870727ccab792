package dev.yoil.webtoon;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import dev.yoil.ehcache.web.ConsoleController;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The OpenAPI document of the running service.
 */
class OpenApiTests {

	private static final String DOCUMENT = "/v3/api-docs";

	private static RunningService service;

	private static OpenApiDocument document;

	@BeforeAll
	static void start() throws Exception {
		service = RunningService.start("--logging.level.com.networknt=error");
		document = OpenApiDocument.of(service);
	}

	@AfterAll
	static void stop() {
		service.close();
	}

	@Test
	void isOpenApi() throws Exception {
		SwaggerParseResult read = new OpenAPIV3Parser().readContents(service.get(DOCUMENT).body());
		assertThat(read.getMessages()).isEmpty();
		assertThat(read.isOpenapi31()).isTrue();
		assertThat(read.getOpenAPI().getPaths()).hasSameSizeAs(document.json().get("paths"));
	}

	@Test
	void hasSchemasOfJsonSchema() {
		JsonNode schemas = document.json().get("components").get("schemas");
		assertThat(schemas.propertyNames())
			.contains("ProblemDetail", "WebtoonSummary", "WebtoonDetails", "CacheSnapshot")
			.doesNotContain("Representation");
		assertThat(schemas.valueStream()).allSatisfy((schema) -> assertThat(JsonSchemas.complaints(schema)).isEmpty());
	}

	@Test
	void hasEveryMappingOfOursAndNoOther() {
		Set<String> mapped = new TreeSet<>();
		Objects.requireNonNull(service.bean(DispatcherServlet.class).getHandlerMappings())
			.stream()
			.filter(RequestMappingHandlerMapping.class::isInstance)
			.map(RequestMappingHandlerMapping.class::cast)
			.forEach((mappings) -> mappings.getHandlerMethods().forEach((mapping, method) -> {
				// Pages are for readers, the document is for programs.
				if (!method.getBeanType().getPackageName().equals("dev.yoil.webtoon.page")
						&& method.getBeanType() != ConsoleController.class) {
					mapped.addAll(operations(mapping, method));
				}
			}));
		assertThat(mapped).contains("GET /api/v1/webtoon", "DELETE /api/v1/cache/{name}/entries");
		Set<String> described = new TreeSet<>();
		document.operations().forEach((operation) -> described.add(operation.toString()));
		assertThat(described).isEqualTo(mapped);
	}

	/**
	 * Errors are forwarded to an address that answers nobody else.
	 */
	private static List<String> operations(RequestMappingInfo mapping, HandlerMethod method) {
		Class<?> controller = method.getBeanType();
		if (!controller.getName().startsWith("dev.yoil.") || controller == ProblemErrorController.class) {
			return List.of();
		}
		return mapping.getPatternValues()
			.stream()
			.flatMap((path) -> mapping.getMethodsCondition()
				.getMethods()
				.stream()
				.map(RequestMethod::name)
				.map((http) -> http + " " + path.replaceAll(":[^}]*}", "}")))
			.toList();
	}

	/**
	 * A pattern with a variable matches the address of another operation too, and must
	 * not answer in its place.
	 */
	@Test
	void answersAtNoAddressForTheOperationOfAnother() throws Exception {
		Administrator administrator = new Administrator(service);
		List<String> paths = List.copyOf(document.json().get("paths").propertyNames());
		for (String path : paths) {
			Set<String> own = document.methods(path);
			for (String other : paths) {
				if (path.contains("{") || !path.matches(other.replaceAll("\\{[^}]*}", "[^/]+"))) {
					continue;
				}
				for (String method : document.methods(other)) {
					if (!own.contains(method)) {
						HttpResponse<String> answer = administrator.send(method, path, "{}");
						assertThat(answer.statusCode()).as("%s %s", method, path).isEqualTo(405);
						assertThat(answer.headers().firstValue("Allow")).contains(String.join(", ", own));
					}
				}
			}
		}
	}

	@Test
	void hasPatternsThatEveryGeneratorKnows() {
		assertThat(document.json().findValues("pattern").stream().filter(JsonNode::isString).map(JsonNode::asString))
			.contains("^([A-Z_]{1,30})$")
			.allMatch(PlainPattern::is);
		assertThat(Stream.of("\\p{L}", "[\\P{Cc}]", "a*+", "a++", "a{2}+", "(?i)a", "(?=a)", "(?:a)", "\\Qa\\E",
				"[a&&b]", "\\x{1F600}", "a**", "(a", "[z-a]", "\\bx"))
			.noneMatch(PlainPattern::is);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			POST /api/v1/admin/banned-words/batch  | {"words":["a"]}            | true
			POST /api/v1/admin/banned-words/batch  | {"words":[""]}             | false
			POST /api/v1/admin/banned-words/batch  | {"words":[" a"]}           | false
			POST /api/v1/admin/banned-words/batch  | {"words":[null]}           | false
			POST /api/v1/admin/banned-words        | {"word":"광고 글"}           | true
			POST /api/v1/admin/banned-words        | {"word":"a "}              | false
			POST /api/v1/admin/banned-words        | {"word":"\\u0001"}         | false
			POST /api/v1/admin/banned-words        | {"word":"a\\u202Eb"}       | false
			POST /api/v1/admin/banned-words        | {"word":"a\\nb"}           | false
			POST /api/v1/cache/{name}/removals     | {"key":""}                 | true
			POST /api/v1/cache/{name}/removals     | {"pattern":"*"}            | true
			POST /api/v1/cache/{name}/removals     | {"pattern":""}             | false
			POST /api/v1/cache/{name}/removals     | {"id":"12"}                | true
			POST /api/v1/cache/{name}/removals     | {"id":""}                  | false
			POST /api/v1/cache/{name}/removals     | {"id":"x"}                 | false
			""")
	void refusesTheBodiesThatTheServiceRefuses(String operation, String body, boolean taken) throws Exception {
		OpenApiDocument.Operation described = operation(operation);
		List<String> complaints = document.complaints(described.bodyPointer(), GeneratedValues.read(body));
		assertThat(complaints.isEmpty()).as(complaints.toString()).isEqualTo(taken);
		String[] asked = operation.replace("{name}", "findGenres").split(" ", 2);
		int status = new Administrator(service).send(asked[0], asked[1], body).statusCode();
		assertThat(status).isNotEqualTo(taken ? 400 : 201).isIn(200, 201, 400, 404);
	}

	@Test
	void refusesTheParametersThatTheServiceRefuses() throws Exception {
		OpenApiDocument.Parameter genre = operation("GET /api/v1/webtoon").parameters()
			.stream()
			.filter((parameter) -> parameter.name().equals("genre"))
			.findAny()
			.orElseThrow();
		assertThat(service.get("/api/v1/webtoon?publishDay=MONDAY&genre=").statusCode()).isEqualTo(400);
		assertThat(document.complaints(genre.pointer(), GeneratedValues.read("\"\""))).isNotEmpty();
		assertThat(document.complaints(genre.pointer(), GeneratedValues.read("\"DRAMA\""))).isEmpty();
	}

	@Test
	void namesEachOperationOnce() {
		assertThat(document.operations().stream().map((operation) -> operation.json().get("operationId").asString()))
			.doesNotHaveDuplicates()
			.contains("webtoonByPublishDay")
			.allSatisfy((id) -> assertThat(id).matches("[a-z][A-Za-z]+"));
	}

	@Test
	void explainsEachOperationAndParameter() {
		assertThat(document.operations()).allSatisfy((operation) -> {
			assertThat(operation.json().path("summary").asString("")).matches("[A-Z][^{@]{8,120}\\.");
			assertThat(operation.json().path("description").asString("")).doesNotContain("{@");
			assertThat(operation.parameters())
				.allSatisfy((parameter) -> assertThat(parameter.json().path("description").asString(""))
					.matches("[A-Z][^{@]{8,150}\\."));
		});
		assertThat(operation("GET /api/v1/webtoon/{id}").json().get("summary").asString())
			.isEqualTo("Answers with one webtoon, its counts and its rating.");
	}

	@Test
	void groupsOperationsByTagsThatItExplains() {
		List<String> tags = document.json().get("tags").valueStream().map((tag) -> tag.get("name").asString()).toList();
		assertThat(document.json().get("tags"))
			.allSatisfy((tag) -> assertThat(tag.get("description").asString()).matches("[A-Z].{15,}\\."));
		assertThat(document.operations()
			.stream()
			.flatMap((operation) -> operation.json().get("tags").valueStream())
			.map(JsonNode::asString)
			.distinct()).containsExactlyInAnyOrderElementsOf(tags);
		assertThat(operation("PUT /api/v1/webtoon/{id}/like").json().at("/tags/0").asString()).isEqualTo("Likes");
	}

	@Test
	void tellsWhichCookiesAreNeeded() {
		JsonNode schemes = document.json().at("/components/securitySchemes");
		assertThat(schemes.at("/csrfCookie/name").asString()).isEqualTo("yoil-csrf");
		assertThat(schemes.at("/visitor/name").asString()).isEqualTo("yoil-visitor");
		assertThat(security("PUT /api/v1/webtoon/{id}/reviews/{review}"))
			.containsExactly(Set.of("csrfToken", "csrfCookie", "visitor"));
		assertThat(security("POST /api/v1/webtoon/{id}/reviews"))
			.containsExactly(Set.of("csrfToken", "csrfCookie", "visitor"), Set.of("csrfToken", "csrfCookie"));
		assertThat(security("GET /api/v1/webtoon/{id}/like")).containsExactly(Set.of("visitor"), Set.of());
		assertThat(security("GET /api/v1/webtoon/{id}")).isEmpty();
		assertThat(security("GET /api/v1/cache")).containsExactly(Set.of(), Set.of("administrator"));
		assertThat(security("PUT /api/v1/admin/webtoons/{id}")).containsExactly(Set.of("administrator"));
	}

	private static List<Set<String>> security(String operation) {
		return operation(operation).json()
			.path("security")
			.valueStream()
			.map((choice) -> Set.copyOf(choice.propertyNames()))
			.toList();
	}

	@Test
	void needsAllOfAWebtoonToReplaceIt() {
		assertThat(operation("PUT /api/v1/admin/webtoons/{id}").body().get("required").valueStream()).hasSize(6)
			.anySatisfy((name) -> assertThat(name.asString()).isEqualTo("registeredDate"));
		assertThat(operation("POST /api/v1/admin/webtoons").body().get("required")).hasSize(5);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			POST /api/v1/admin/webtoons        | 201 | ETag
			POST /api/v1/admin/webtoons        | 401 | WWW-Authenticate
			POST /api/v1/admin/webtoons        | 429 | Retry-After
			POST /api/v1/admin/webtoons        | 415 | Accept
			POST /api/v1/webtoon/{id}/reviews  | 201 | Location
			POST /api/v1/webtoon/{id}/reviews  | 429 | Retry-After
			GET /api/v1/webtoon                | 503 | Retry-After
			GET /api/v1/webtoon                | 304 | ETag
			""")
	void tellsHeadersOfAnswers(String operation, int status, String header) {
		assertThat(operation(operation).answer(status).at("/headers/" + header + "/required").asBoolean()).isTrue();
	}

	@Test
	void tellsTheLargestNumberExactly() throws Exception {
		assertThat(service.get(DOCUMENT).body()).contains("\"maximum\":999999999999999999,").doesNotContain("e+");
		assertThat(service.get(DOCUMENT + ".yaml").body()).contains("maximum: 999999999999999999\n");
	}

	@Test
	void isThereAsYaml() throws Exception {
		HttpResponse<String> yaml = service.get(DOCUMENT + ".yaml");
		assertThat(yaml.headers().firstValue("Content-Type")).contains("application/vnd.oai.openapi");
		SwaggerParseResult read = new OpenAPIV3Parser().readContents(yaml.body());
		assertThat(read.getMessages()).isEmpty();
		assertThat(read.getOpenAPI().getPaths()).hasSameSizeAs(document.json().get("paths"));
	}

	private static OpenApiDocument.Operation operation(String text) {
		return document.operations()
			.stream()
			.filter((candidate) -> candidate.toString().equals(text))
			.findAny()
			.orElseThrow();
	}

	@Test
	void tellsOnlyProblemsThatThereAre() {
		assertThat(document.json()
			.findValues("enum")
			.stream()
			.flatMap(JsonNode::valueStream)
			.filter(JsonNode::isString)
			.map(JsonNode::asString)
			.filter((text) -> text.startsWith("urn:"))
			.collect(Collectors.toSet())).isNotEmpty().isSubsetOf(ProblemTypeTests.allTypes());
	}

	@Test
	void saysWhatMayBeNull() {
		JsonNode summary = document.json().at("/components/schemas/WebtoonSummary");
		assertThat(summary.at("/properties/rating/type").valueStream().map(JsonNode::asString))
			.containsExactly("number", "null");
		assertThat(summary.at("/properties/title/type").asString()).isEqualTo("string");
		assertThat(summary.get("additionalProperties").asBoolean()).isFalse();
		assertThat(summary.get("required")).hasSameSizeAs(summary.get("properties"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			/api/v1/webtoon                   | ?publishDay=MONDAY        | 200
			/api/v1/webtoon                   | ?publishDay=MONDAY&page=0 | 200
			/api/v1/webtoon                   | ?publishDay=x             | 400
			/api/v1/webtoon/{id}              | 1                         | 200
			/api/v1/webtoon/{id}              | 0                         | 404
			/api/v1/webtoon/search            | ?query=a                  | 200
			/api/v1/genres                    | ''                        | 200
			/api/v1/cache                     | ''                        | 200
			/api/v1/cache/{name}              | findGenres                | 200
			/api/v1/cache/{name}              | nobodys                   | 404
			/api/v1/cache/{name}/removals   | findGenres                | 200
			/api/v1/cache/{name}/entries      | findGenres                | 200
			/api/v1/cache/{name}/entries/{id} | findGenres/entries/1      | 200
			/api/v1/cache/{name}/entries/{id} | findGenres/entries/99     | 404
			/api/v1/cache/{name}/entries/{id} | findGenres/entries/x      | 400
			/api/v1/cache/{name}/history      | findGenres                | 200
			/api/v1/cache/{name}/findings     | findGenres                | 200
			/api/v1/cache/{name}/findings     | nobodys                   | 404
			/api/v1/cache/findings            | ''                        | 200
			""")
	void describesAnswers(String path, String rest, int status) throws Exception {
		HttpResponse<String> answer = service.get(path.contains("{") ? path.replaceAll("\\{.*}", rest) : path + rest);
		assertThat(answer.statusCode()).isEqualTo(status);
		OpenApiDocument.Operation operation = operation("GET " + path);
		String type = answer.headers().firstValue("Content-Type").orElseThrow();
		JsonNode body = GeneratedValues.read(answer.body());
		assertThat(document.complaints(operation.answerPointer(status, type), body)).isEmpty();
		assertThat(document.complaints(operation.answerPointer(status, type), GeneratedValues.read("{\"other\":1}")))
			.isNotEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "Host: evil.example", "Host: localhost\r\nX-Forwarded-Host: evil.example",
			"Host: localhost\r\nAccept-Language: ko", "Host: localhost\r\nAccept-Language: x-y, zz;q=0.1" })
	void isTheSameForAll(String headers) throws Exception {
		RawHttp.Answer answer = RawHttp.send(service.port(), "GET " + DOCUMENT + " HTTP/1.1", headers);
		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.body()).isEqualTo(service.get(DOCUMENT).body()).contains("\"servers\":[{\"url\":\"/\"}]");
	}

	@Test
	void saysWhereTheServiceIs() throws Exception {
		try (RunningService below = RunningService.start("--server.servlet.context-path=/x",
				"--spring.mvc.servlet.path=/y")) {
			JsonNode json = below.json("/x/y" + DOCUMENT);
			assertThat(json.at("/servers/0/url").asString()).isEqualTo("/x/y");
			assertThat(json.get("paths").has("/api/v1/webtoon")).isTrue();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "application/yaml", "application/vnd.oai.openapi", "application/problem+json" })
	void bringsNoOtherFormOfAnswers(String accepted) throws Exception {
		assertThat(
				service.send(service.request("GET", "/api/v1/cache").header("Accept", accepted).build()).statusCode())
			.isEqualTo(406);
	}

	@ParameterizedTest
	@ValueSource(strings = { "application/json;charset=utf-16", "application/json;v=1;q=0.5", "*/*;charset=utf-16" })
	void answersJsonWhateverTheCharset(String accepted) throws Exception {
		HttpResponse<byte[]> answer = service
			.send(service.request("GET", "/api/v1/cache").header("Accept", accepted).build());
		assertThat(answer.statusCode()).isEqualTo(200);
		assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
	}

	@ParameterizedTest
	@ValueSource(strings = { "multipart/form-data", "multipart/form-data; boundary=", "multipart/x" })
	void answersWhoClaimsToSendFiles(String type) throws Exception {
		assertThat(service.send(service.request("GET", "/api/v1/genres").header("Content-Type", type).build())
			.statusCode()).isEqualTo(type.endsWith("=") ? 415 : 200);
	}

	/**
	 * The meta-schema of the dialect that OpenAPI 3.1 has its schemas in.
	 */
	private static final class JsonSchemas {

		private static final Schema META = SchemaRegistry.withDialect(Dialects.getDraft202012())
			.getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));

		static List<?> complaints(JsonNode schema) {
			return META.validate(schema);
		}

	}

}
