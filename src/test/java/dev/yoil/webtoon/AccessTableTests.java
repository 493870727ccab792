package dev.yoil.webtoon;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * That every controller method is in the table of {@code docs/security.md}: what is not
 * there would be open to everybody.
 */
class AccessTableTests {

	private static final Pattern PUBLIC_READS = Pattern
		.compile("(/api/v1/(webtoon|genres|ranking|csrf)|/thumbnails|/v3/api-docs|/swagger-ui)([/.].*)?");

	private static final Pattern VISITOR_WRITES = Pattern.compile("/api/v1/webtoon/\\{\\w+}/(reviews(/.*)?|like)");

	private static final Pattern GUARDED = Pattern.compile("/api/v1/(admin|cache)(/.*)?|/console(/.*)?");

	private static final Set<RequestMethod> READING = Set.of(RequestMethod.GET, RequestMethod.HEAD);

	@Test
	void hasEveryControllerMethod() {
		try (RunningService service = RunningService.start()) {
			Set<RequestMappingInfo> mappings = service
				.bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
				.getHandlerMethods()
				.keySet();
			assertThat(mappings).hasSizeGreaterThan(5).allSatisfy(AccessTableTests::assertIsKnown);
		}
	}

	private static void assertIsKnown(RequestMappingInfo mapping) {
		Set<RequestMethod> methods = mapping.getMethodsCondition().getMethods();
		boolean reads = !methods.isEmpty() && READING.containsAll(methods);
		for (String path : mapping.getPatternValues()) {
			boolean known = List.of("/error", "${spring.web.error.path:/error}").contains(path)
					|| GUARDED.matcher(path).matches() || (reads && PUBLIC_READS.matcher(path).matches())
					|| (!reads && !methods.isEmpty() && VISITOR_WRITES.matcher(path).matches());
			assertThat(known).as("%s %s has a rule: add it to Areas, docs/security.md and this test", methods, path)
				.isTrue();
		}
	}

}
