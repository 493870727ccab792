package dev.yoil.representation.cached;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.core.MethodParameter;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.util.UriUtils;

/**
 * The spellings of a URL that are remembered. Clients can write one URL in any number of
 * ways, such as {@code %4dONDAY} for {@code MONDAY}. A route would be learned for each of
 * them, and an edge would keep a response for each.
 */
final class UsualSpelling {

	/** Matches numbers, but not 007, +7, -0 or 7.0. */
	private static final Pattern NUMBER = Pattern.compile("(?:0|-?[1-9][0-9]*)(?:\\.[0-9]*[1-9])?");

	private UsualSpelling() {
	}

	/**
	 * Returns whether the path is written as encoders write it, and the method declares
	 * each parameter of the query, which is also written so.
	 */
	static boolean isUsedBy(HttpServletRequest request) {
		String path = request.getRequestURI();
		if (path.indexOf(';') >= 0 || !path.equals(UriUtils.encodePath(decoded(path), StandardCharsets.UTF_8))) {
			return false;
		}
		String query = request.getQueryString();
		Map<String, Class<?>> declared = declared(request);
		Set<String> seen = new HashSet<>();
		for (String part : (query != null) ? query.split("&", -1) : new String[0]) {
			int end = part.indexOf('=');
			// The name is not decoded, so an escaped one is not declared.
			String name = part.substring(0, Math.max(end, 0));
			Class<?> type = (declared != null) ? declared.get(name) : String[].class;
			if (type == null || !isUsual(request.getParameterValues(name), part.substring(end + 1), type)
					|| (!seen.add(name) && !type.isArray() && !Collection.class.isAssignableFrom(type))) {
				return false;
			}
		}
		return true;
	}

	private static String decoded(String path) {
		return UriUtils.decode(path, StandardCharsets.UTF_8);
	}

	/**
	 * Returns the types of the declared parameters by name, or {@code null} if the method
	 * may accept parameters of any name.
	 */
	private static @Nullable Map<String, Class<?>> declared(HttpServletRequest request) {
		Map<String, Class<?>> declared = new HashMap<>();
		if (request.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE) instanceof HandlerMethod method) {
			for (MethodParameter parameter : method.getMethodParameters()) {
				RequestParam named = parameter.getParameterAnnotation(RequestParam.class);
				Class<?> type = parameter.nestedIfOptional().getNestedParameterType();
				if (Map.class.isAssignableFrom(type) || (named == null && !BeanUtils.isSimpleProperty(type))) {
					return null;
				}
				declared.put(
						(named != null && !named.name().isEmpty()) ? named.name() : parameter.getParameter().getName(),
						type);
			}
		}
		return declared;
	}

	/**
	 * Returns whether a raw value of the query is how an encoder writes one of the
	 * decoded values, and no conversion ignores a part of it.
	 */
	private static boolean isUsual(String @Nullable [] values, String raw, Class<?> type) {
		return values != null && Arrays.stream(values)
			.anyMatch((value) -> value.equals(value.strip())
					&& (!Number.class.isAssignableFrom(ClassUtils.resolvePrimitiveIfNecessary(type))
							|| NUMBER.matcher(value).matches())
					&& (raw.equals(URLEncoder.encode(value, StandardCharsets.UTF_8))
							|| raw.equals(UriUtils.encode(value, StandardCharsets.UTF_8))
							|| raw.equals(UriUtils.encodeQueryParam(value, StandardCharsets.UTF_8))));
	}

}
