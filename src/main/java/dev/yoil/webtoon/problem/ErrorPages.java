package dev.yoil.webtoon.problem;

import java.util.List;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/**
 * Tells who is answered an error as a page: a browser that shows a reader a part of the
 * site. All others get problem details, and so does whoever asks for data, whatever they
 * accept.
 */
public final class ErrorPages {

	/** The attribute of a request in which its failure is found. */
	public static final String FAILURE = ErrorPages.class.getName() + ".failure";

	private static final List<String> METHODS = List.of("GET", "HEAD");

	/** What is asked for by scripts. */
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

	/** Wildcards do not count: a program that takes anything gets what programs get. */
	private static double quality(List<MediaType> types, MediaType asked) {
		return types.stream()
			.filter((type) -> type.equalsTypeAndSubtype(asked))
			.mapToDouble(MediaType::getQualityValue)
			.max()
			.orElse(0);
	}

}
