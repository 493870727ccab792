package com.example.shop;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.aot.AotDetector;
import org.springframework.cache.CacheManager;
import org.springframework.context.annotation.AnnotationConfigUtils;
import org.springframework.core.io.ClassPathResource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Spring MVC with security and the actuator, started from ahead-of-time code.
 */
class WebAotTests {

	private static final String BASIC = "Basic "
			+ Base64.getEncoder().encodeToString("anna:secret".getBytes(StandardCharsets.UTF_8));

	@Test
	void startsFromGeneratedCode(@TempDir Path directory) throws Exception {
		Seen.has(List.of(Seen.SERVLETS, Seen.ACTUATOR, Seen.METERS, Seen.SECURITY), List.of(Seen.REACTIVE_WEB));
		String built = new ClassPathResource("ehcache.xml").getContentAsString(StandardCharsets.UTF_8);
		Path file = Files.writeString(directory.resolve("ehcache.xml"),
				built.replace("</config>", "<cache alias='added'><heap>1</heap></cache></config>"));
		try (RunningShop shop = new RunningShop("yoil.ehcache.config=" + file, "spring.security.user.name=anna",
				"spring.security.user.password=secret", "management.endpoints.web.exposure.include=metrics")) {
			assertThat(AotDetector.useGeneratedArtifacts()).isTrue();
			assertThat(shop.context().getBean(CacheManager.class).getCacheNames()).as("of the file at startup")
				.contains("added");
			assertThat(shop.context().containsBean(AnnotationConfigUtils.CONFIGURATION_ANNOTATION_PROCESSOR_BEAN_NAME))
				.as("classes are looked at when it starts")
				.isFalse();
			Seen.pricesAreCached(shop.context());
			assertThat(shop.get("/actuator/metrics/cache.gets?tag=cache:prices&tag=result:hit", "Authorization", BASIC)
				.body()).contains("\"value\":1.0");
			assertThat(shop.get("/ehcache/caches/prices", "Authorization", BASIC).body()).contains("\"key\":\"pen\"");
			assertThat(shop.get("/ehcache/console/", "Authorization", BASIC).body()).contains("content=\"anna\"");
			assertThat(shop.get("/ehcache/console/main.js", "Authorization", BASIC).statusCode()).isEqualTo(200);
		}
	}

}
