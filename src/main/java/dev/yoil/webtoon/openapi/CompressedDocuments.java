package dev.yoil.webtoon.openapi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.yoil.representation.ContentCoding;
import dev.yoil.representation.Representation;
import dev.yoil.representation.RepresentationWriter;
import dev.yoil.representation.Representations;
import dev.yoil.representation.SentAs;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springdoc.webmvc.api.OpenApiResource;

import org.springframework.core.MethodParameter;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.http.server.ServletServerHttpResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyAdvice;

/**
 * An advice that sends the OpenAPI documents compressed and with an entity tag.
 * Thread-safe.
 */
@ControllerAdvice
class CompressedDocuments implements ResponseBodyAdvice<byte[]> {

	private final Representations representations;

	/** The last document of each format, by its content type. */
	private final Map<String, Representation> documents = new ConcurrentHashMap<>();

	CompressedDocuments(Representations representations) {
		this.representations = representations;
	}

	@Override
	public boolean supports(MethodParameter returnType, Class<? extends HttpMessageConverter<?>> converterType) {
		return OpenApiResource.class.isAssignableFrom(returnType.getContainingClass())
				&& returnType.getParameterType() == byte[].class;
	}

	@Override
	public byte @Nullable [] beforeBodyWrite(byte @Nullable [] body, MethodParameter returnType, MediaType type,
			Class<? extends HttpMessageConverter<?>> converterType, ServerHttpRequest request,
			ServerHttpResponse response) {
		HttpServletRequest asked = ((ServletServerHttpRequest) request).getServletRequest();
		ContentCoding coding = RepresentationWriter.coding(asked);
		if (body == null || coding == null) {
			return body;
		}
		try {
			RepresentationWriter.write(document(body, type.toString()), coding, asked,
					((ServletServerHttpResponse) response).getServletResponse());
			return null;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Representation document(byte[] body, String type) {
		String text = new String(body, StandardCharsets.UTF_8);
		return this.documents.compute(type, (key, last) -> (last != null && last.json().equals(text)) ? last
				: this.representations.kept(text, new SentAs(type, "Accept-Encoding", "no-cache")));
	}

}
