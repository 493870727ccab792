package dev.yoil.webtoon.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

import dev.yoil.webtoon.problem.ErrorPages;
import dev.yoil.webtoon.problem.RefusedParameterException;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.AbstractHttpMessageConverter;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/**
 * A converter of problems to pages in the reader's language. It shows only the status and
 * the invalid parameter, because the problem's texts are in English and for programmers.
 * Thread-safe.
 */
final class ErrorPageConverter extends AbstractHttpMessageConverter<ProblemDetail> {

	private final Templates templates;

	ErrorPageConverter(Templates templates) {
		super(StandardCharsets.UTF_8, MediaType.TEXT_HTML);
		this.templates = templates;
	}

	@Override
	protected boolean supports(Class<?> type) {
		return ProblemDetail.class.isAssignableFrom(type);
	}

	@Override
	public boolean canRead(Class<?> type, @Nullable MediaType mediaType) {
		return false;
	}

	@Override
	protected ProblemDetail readInternal(Class<? extends ProblemDetail> type, HttpInputMessage input) {
		throw new HttpMessageNotReadableException("Problem details are write-only", input);
	}

	@Override
	protected void writeInternal(ProblemDetail problem, HttpOutputMessage output) throws IOException {
		HttpServletRequest request = ((ServletRequestAttributes) RequestContextHolder.currentRequestAttributes())
			.getRequest();
		Language language = Language.of(request);
		Map<String, Object> content = new HashMap<>();
		content.put("status", problem.getStatus());
		content.put("kind", kind(problem.getStatus()));
		if (request.getAttribute(ErrorPages.FAILURE) instanceof RefusedParameterException refused) {
			content.put("parameter", refused.parameter());
			content.put("allowed", refused.allowed());
		}
		output.getHeaders().set(HttpHeaders.VARY, "Accept, Accept-Language, Cookie");
		output.getHeaders().set(HttpHeaders.CONTENT_LANGUAGE, language.tag());
		output.getBody().write(this.templates.html("error", language, content).getBytes(StandardCharsets.UTF_8));
	}

	private static String kind(int status) {
		return switch (status) {
			case 400, 401, 404, 429, 503 -> Integer.toString(status);
			default -> "other";
		};
	}

}
