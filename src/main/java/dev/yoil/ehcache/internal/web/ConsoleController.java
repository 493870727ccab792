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
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.ContentVersionStrategy;
import org.springframework.web.util.HtmlUtils;

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

	private static final String SECURITY = "org.springframework.security.web.SecurityFilterChain";

	private static final String FOLDER = "console/";

	private final ContentVersionStrategy versions = new ContentVersionStrategy();

	private final String path;

	private final String caches;

	private final @Nullable ConsoleSecurity security;

	/**
	 * Creates the controller.
	 * @param path the address of the console, below that of the application
	 * @param caches that of the inspection, likewise
	 * @param beans those of the application
	 */
	public ConsoleController(String path, String caches, BeanFactory beans) {
		this.path = path;
		// From the console to the root of the application, wherever that is.
		this.caches = "../".repeat(StringUtils.countOccurrencesOf(path, "/")) + caches.substring(1);
		this.security = ClassUtils.isPresent(SECURITY, null) ? new ConsoleSecurity(beans) : null;
	}

	/** Sends a browser to where the relative addresses of the page are right. */
	@GetMapping(PATH)
	ResponseEntity<Void> redirect() {
		return ResponseEntity.status(HttpStatus.FOUND)
			.location(URI.create(StringUtils.getFilename(this.path) + "/"))
			.cacheControl(CacheControl.noCache())
			.build();
	}

	/**
	 * Nobody keeps the page of a user who is signed in, which has a token in it.
	 */
	@GetMapping(PATH + "/")
	ResponseEntity<byte[]> page(HttpServletRequest request) throws IOException {
		Principal user = request.getUserPrincipal();
		String text = new ClassPathResource(FOLDER + "index.html", ConsoleController.class)
			.getContentAsString(StandardCharsets.UTF_8)
			.replace("{caches}", this.caches)
			.replace("{sign-in}", (this.security != null) ? this.security.signIn(request) : "");
		ResponseEntity.BodyBuilder answer = ResponseEntity.ok()
			.contentType(new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8));
		if (user != null) {
			return answer.cacheControl(CacheControl.noStore())
				.body(of(text, user.getName(), request).getBytes(StandardCharsets.UTF_8));
		}
		byte[] page = of(text, "", null).getBytes(StandardCharsets.UTF_8);
		return answer.cacheControl(CacheControl.noCache())
			.eTag("W/\"" + DigestUtils.md5DigestAsHex(page) + "\"")
			.body(page);
	}

	private String of(String page, String user, @Nullable HttpServletRequest request) {
		Map.Entry<String, String> token = (this.security != null && request != null) ? this.security.csrf(request)
				: null;
		return page.replace("{csrf-header}", (token != null) ? HtmlUtils.htmlEscape(token.getKey()) : "")
			.replace("{csrf-token}", (token != null) ? HtmlUtils.htmlEscape(token.getValue()) : "")
			.replace("{user}", HtmlUtils.htmlEscape(user));
	}

	/**
	 * Where the page sends whoever has to sign in: the application asks for that in its
	 * own way, and leads back here.
	 */
	@GetMapping(PATH + "/sign-in")
	ResponseEntity<Void> signIn(HttpServletRequest request) {
		if (this.security != null && request.getUserPrincipal() == null
				&& this.security.signIn(request).equals("page")) {
			throw this.security.nobody();
		}
		return ResponseEntity.status(HttpStatus.FOUND)
			.location(URI.create("./"))
			.cacheControl(CacheControl.noStore())
			.build();
	}

	/** Serves the files that the page names. */
	@Override
	public void addResourceHandlers(ResourceHandlerRegistry registry) {
		registry.addResourceHandler(this.path + "/*")
			.addResourceLocations(new ClassPathResource(FOLDER, ConsoleController.class))
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
