package dev.yoil.ehcache.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.DigestUtils;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.ContentVersionStrategy;

/**
 * The console: a page that shows the caches live, by asking {@link CacheController}. Its
 * files lie beside this class and refer to each other, and to the API, by relative
 * addresses, so that they work wherever the application is mapped to. A browser keeps
 * them and asks each time whether they are still the same.
 */
@RestController
public class ConsoleController implements WebMvcConfigurer {

	/** The address of the console unless the application chooses another one. */
	public static final String DEFAULT_PATH = "/ehcache/console";

	private static final String PATH = "${yoil.ehcache.web.console-path:" + DEFAULT_PATH + "}";

	private static final String FOLDER = "console/";

	/** The library of the charts; the page does without it if it is not there. */
	private static final String CHARTS = "classpath*:/META-INF/resources/webjars/chart.js/*/dist/chart.umd.js";

	private final ContentVersionStrategy versions = new ContentVersionStrategy();

	private final String path;

	private final String caches;

	/**
	 * Creates the controller.
	 * @param path the address of the console, below that of the application
	 * @param caches that of the inspection, likewise
	 */
	public ConsoleController(String path, String caches) {
		this.path = path;
		// From the console to the root of the application, wherever that is.
		this.caches = "../".repeat(StringUtils.countOccurrencesOf(path, "/")) + caches.substring(1);
	}

	/** Sends a browser to where the relative addresses of the page are right. */
	@GetMapping(PATH)
	ResponseEntity<Void> redirect() {
		return ResponseEntity.status(HttpStatus.FOUND)
			.location(URI.create(StringUtils.getFilename(this.path) + "/"))
			.cacheControl(CacheControl.noCache())
			.build();
	}

	@GetMapping(PATH + "/")
	ResponseEntity<byte[]> page() throws IOException {
		byte[] page = new ClassPathResource(FOLDER + "index.html", ConsoleController.class)
			.getContentAsString(StandardCharsets.UTF_8)
			.replace("{caches}", this.caches)
			.getBytes(StandardCharsets.UTF_8);
		return ResponseEntity.ok()
			.contentType(new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8))
			.cacheControl(CacheControl.noCache())
			.eTag("W/\"" + DigestUtils.md5DigestAsHex(page) + "\"")
			.body(page);
	}

	/** Serves the files that the page names. */
	@Override
	public void addResourceHandlers(ResourceHandlerRegistry registry) {
		add(registry, this.path + "/*", new ClassPathResource(FOLDER, ConsoleController.class));
		try {
			for (Resource charts : new PathMatchingResourcePatternResolver().getResources(CHARTS)) {
				// Nothing but this file of the library.
				add(registry, this.path + "/{name:chart\\.umd\\.js}", charts.createRelative(""));
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The class path cannot be searched for the charts of the console", ex);
		}
	}

	private void add(ResourceHandlerRegistry registry, String pattern, Resource folder) {
		registry.addResourceHandler(pattern)
			.addResourceLocations(folder)
			.setCacheControl(CacheControl.noCache())
			// All files of a jar may be of one date, which a build that can be repeated
			// gives them.
			.setUseLastModified(false)
			.setEtagGenerator(this::tag);
	}

	/**
	 * Weak, since the container may compress what it is the tag of.
	 */
	private String tag(Resource file) {
		return "W/\"" + this.versions.getResourceVersion(file) + "\"";
	}

}
