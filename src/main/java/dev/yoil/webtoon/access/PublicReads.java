package dev.yoil.webtoon.access;

import java.util.List;

import jakarta.servlet.http.HttpServletRequest;

/**
 * What everybody may read and most requests ask for, recognised in as little time as can
 * be, because it is asked for each hit: a path that begins like one of these as it came.
 * Written in any other way, it is public no less, by the way of all the rest.
 * Thread-safe.
 */
final class PublicReads {

	private static final List<String> PATHS = List.of("/api/v1/webtoon", "/thumbnails", "/api/v1/genres",
			"/api/v1/ranking", "/webtoon", "/search", "/assets");

	private final String[] paths;

	private final String front;

	/**
	 * Creates the matcher.
	 * @param prefix what comes before all paths; may be empty
	 */
	PublicReads(String prefix) {
		this.paths = PATHS.stream().map((path) -> prefix + path).toArray(String[]::new);
		this.front = prefix + "/";
	}

	boolean matches(HttpServletRequest request) {
		String method = request.getMethod();
		if (!method.equals("GET") && !method.equals("HEAD")) {
			return false;
		}
		String asked = request.getRequestURI();
		for (String path : this.paths) {
			if (asked.startsWith(path) && (asked.length() == path.length() || asked.charAt(path.length()) == '/')) {
				return asked.indexOf("/.", path.length()) < 0;
			}
		}
		return asked.equals(this.front);
	}

}
