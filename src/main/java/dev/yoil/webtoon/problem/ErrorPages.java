package dev.yoil.webtoon.problem;

import java.util.List;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * The rule for which errors are shown as a page: those of a browser that requests a part
 * of the site. All other clients get problem details, and so do requests for data.
 */
public final class ErrorPages {

	/** Request attribute that holds the exception. */
	public static final String FAILURE = ErrorPages.class.getName() + ".failure";

	private static final List<String> METHODS = List.of("GET", "HEAD");

	/** Paths that scripts request. */
	private static final List<String> DATA = List.of("/api/", "/thumbnails/", "/actuator", "/v3/");

	private ErrorPages() {
	}

	static boolean isWanted(HttpServletRequest request, String uri) {
		String accepted = request.getHeader(HttpHeaders.ACCEPT);
		return accepted != null && METHODS.contains(request.getMethod()) && DATA.stream().noneMatch(uri::contains)
				&& isPagePreferred(accepted);
	}

	private static boolean isPagePreferred(String accepted) {
		try {
			List<MediaType> types = MediaType.parseMediaTypes(accepted);
			double page = quality(types, MediaType.TEXT_HTML);
			return page > 0 && page >= quality(types, MediaType.APPLICATION_JSON)
					&& page >= quality(types, MediaType.APPLICATION_PROBLEM_JSON);
		}
		catch (InvalidMediaTypeException ex) {
			return false;
		}
	}

	/** Ignores wildcards: a program that accepts anything gets problem details. */
	private static double quality(List<MediaType> types, MediaType asked) {
		return types.stream()
			.filter((type) -> type.equalsTypeAndSubtype(asked))
			.mapToDouble(MediaType::getQualityValue)
			.max()
			.orElse(0);
	}

}
