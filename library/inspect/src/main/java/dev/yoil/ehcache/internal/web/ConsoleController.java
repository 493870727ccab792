package dev.yoil.ehcache.internal.web;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.ClassUtils;
import org.springframework.util.DigestUtils;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.ContentVersionStrategy;
import org.springframework.web.util.HtmlUtils;

/**
 * The console, a page that polls {@link CacheController}. Its files refer to each other
 * and to the API by relative URLs, so that they work under any path. Browsers revalidate
 * them each time.
 */
@InspectionController
public class ConsoleController implements WebMvcConfigurer {

	/** Default path of the console. */
	public static final String DEFAULT_PATH = "/ehcache/console";

	private static final String PATH = "${yoil.ehcache.web.console-path:" + DEFAULT_PATH + "}";

	private static final String SECURITY = "org.springframework.security.web.SecurityFilterChain";

	private static final String FOLDER = "console/";

	private final ContentVersionStrategy versions = new ContentVersionStrategy();

	private final String path;

	private final String caches;

	private final @Nullable ConsoleSecurity security;

	/**
	 * Creates the controller.
	 * @param path the path of the console, relative to the application
	 * @param caches the path of the inspection, likewise
	 */
	public ConsoleController(String path, String caches, BeanFactory beans) {
		this.path = path;
		// Leads from the console to the root of the application.
		this.caches = "../".repeat(StringUtils.countOccurrencesOf(path, "/")) + caches.substring(1);
		this.security = ClassUtils.isPresent(SECURITY, null) ? new ConsoleSecurity(beans) : null;
	}

	/** Redirects to the path with the slash that relative URLs need. */
	@GetMapping(PATH)
	ResponseEntity<Void> redirect() {
		return ResponseEntity.status(HttpStatus.FOUND)
			.location(URI.create(StringUtils.getFilename(this.path) + "/"))
			.cacheControl(CacheControl.noCache())
			.build();
	}

	/** Returns the page. That of a signed-in user has a token in it and is not stored. */
	@GetMapping(PATH + "/")
	ResponseEntity<byte[]> page(HttpServletRequest request) throws IOException {
		Principal user = request.getUserPrincipal();
		Map.Entry<String, String> token = (this.security != null && user != null) ? this.security.csrf(request) : null;
		byte[] page = new ClassPathResource(FOLDER + "index.html", ConsoleController.class)
			.getContentAsString(StandardCharsets.UTF_8)
			.replace("{caches}", this.caches)
			.replace("{sign-in}", (this.security != null) ? this.security.signIn(request) : "")
			.replace("{csrf-header}", (token != null) ? HtmlUtils.htmlEscape(token.getKey()) : "")
			.replace("{csrf-token}", (token != null) ? HtmlUtils.htmlEscape(token.getValue()) : "")
			.replace("{user}", (user != null) ? HtmlUtils.htmlEscape(user.getName()) : "")
			.getBytes(StandardCharsets.UTF_8);
		ResponseEntity.BodyBuilder answer = ResponseEntity.ok()
			.contentType(new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8));
		return (user != null) ? answer.cacheControl(CacheControl.noStore()).body(page)
				: answer.cacheControl(CacheControl.noCache())
					.eTag("W/\"" + DigestUtils.md5DigestAsHex(page) + "\"")
					.body(page);
	}

	/** Makes the application ask for a login and returns to the page afterwards. */
	@GetMapping(PATH + "/sign-in")
	ResponseEntity<Void> signIn(HttpServletRequest request) {
		if (this.security != null && request.getUserPrincipal() == null
				&& this.security.signIn(request).equals("page")) {
			throw this.security.unauthenticated();
		}
		return ResponseEntity.status(HttpStatus.FOUND)
			.location(URI.create("./"))
			.cacheControl(CacheControl.noStore())
			.build();
	}

	@Override
	public void addResourceHandlers(ResourceHandlerRegistry registry) {
		registry.addResourceHandler(this.path + "/*")
			.addResourceLocations(new ClassPathResource(FOLDER, ConsoleController.class))
			.setCacheControl(CacheControl.noCache())
			// In a reproducible build all files have the same date.
			.setUseLastModified(false)
			.setEtagGenerator(this::tag);
	}

	/** Returns a weak tag, because the container may compress the file. */
	private String tag(Resource file) {
		return "W/\"" + this.versions.getResourceVersion(file) + "\"";
	}

}
