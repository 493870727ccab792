package dev.yoil.ehcache.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * The console: a page that shows the caches live, by asking {@link CacheController}. Its
 * files lie beside this class and refer to each other, and to the API, by relative
 * addresses, so that they work wherever the service is mapped to. A browser keeps them
 * and asks each time whether they are still the same.
 */
@RestController
public class ConsoleController {

	/** No name of a file that lies anywhere else, whatever the address is. */
	private static final Pattern NAME = Pattern.compile("[a-z]+(?:[-.][a-z]+)*\\.(html|css|js|svg)");

	private static final Map<String, MediaType> TYPES = Map.of("html", text("html"), "css", text("css"), "js",
			text("javascript"), "svg", MediaType.valueOf("image/svg+xml"));

	private static final Pattern GZIP = Pattern
		.compile("(?:^|[,\\s])(?:gzip|\\*)\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))[^,]*)?(?:,|\\s*$)");

	private static final String PAGE = "index.html";

	/** The library of the charts; the page does without it if it is not there. */
	private static final String CHARTS = "chart.umd.js";

	private static final String CHARTS_LIE_IN = "classpath*:/META-INF/resources/webjars/chart.js/*/dist/" + CHARTS;

	private final Map<String, ConsoleFile> files = new ConcurrentHashMap<>();

	private static MediaType text(String subtype) {
		return new MediaType("text", subtype, StandardCharsets.UTF_8);
	}

	/**
	 * Sends a browser to where the relative addresses of the page are right.
	 * @return a redirect to the page
	 */
	@GetMapping("/console")
	ResponseEntity<Void> redirect() {
		return ResponseEntity.status(HttpStatus.FOUND)
			.location(URI.create("console/"))
			.cacheControl(CacheControl.noCache())
			.build();
	}

	/**
	 * Answers with the page.
	 * @param encodings the compressions that the client understands
	 * @return the page
	 */
	@GetMapping("/console/")
	ResponseEntity<byte[]> page(
			@RequestHeader(name = HttpHeaders.ACCEPT_ENCODING, required = false) @Nullable String encodings) {
		return file(PAGE, encodings);
	}

	/**
	 * Answers with a file of the page.
	 * @param name its name
	 * @param encodings the compressions that the client understands
	 * @return the file
	 * @throws ResponseStatusException with status 404 if there is none of that name
	 */
	@GetMapping("/console/{name}")
	ResponseEntity<byte[]> file(@PathVariable String name,
			@RequestHeader(name = HttpHeaders.ACCEPT_ENCODING, required = false) @Nullable String encodings) {
		ConsoleFile file = this.files.get(name);
		if (file == null) {
			file = read(name);
			this.files.put(name, file);
		}
		boolean gzip = encodings != null && GZIP.matcher(encodings).find();
		ResponseEntity.BodyBuilder answer = ResponseEntity.ok()
			.contentType(file.type())
			.cacheControl(CacheControl.noCache())
			.header("X-Content-Type-Options", "nosniff")
			.varyBy(HttpHeaders.ACCEPT_ENCODING)
			.eTag(gzip ? file.tag() + "-gzip" : file.tag());
		return gzip ? answer.header(HttpHeaders.CONTENT_ENCODING, "gzip").body(file.gzip()) : answer.body(file.plain());
	}

	private static ConsoleFile read(String name) {
		Matcher parts = NAME.matcher(name);
		MediaType type = parts.matches() ? TYPES.get(parts.group(1)) : null;
		try {
			Resource resource = (type != null) ? find(name) : null;
			if (type == null || resource == null) {
				throw new ResponseStatusException(HttpStatus.NOT_FOUND, "The console has no such file.");
			}
			return ConsoleFile.read(type, resource);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The file " + name + " of the console cannot be read", ex);
		}
	}

	private static @Nullable Resource find(String name) throws IOException {
		if (name.equals(CHARTS)) {
			Resource[] found = new PathMatchingResourcePatternResolver().getResources(CHARTS_LIE_IN);
			return (found.length > 0) ? found[0] : null;
		}
		Resource resource = new ClassPathResource("console/" + name, ConsoleController.class);
		return resource.exists() ? resource : null;
	}

}
