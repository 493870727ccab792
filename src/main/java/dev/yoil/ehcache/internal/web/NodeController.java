package dev.yoil.ehcache.internal.web;

import java.io.IOException;

import dev.yoil.ehcache.internal.cluster.NodeClient;
import dev.yoil.ehcache.internal.cluster.NodeSignatures;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers other instances, and nobody else, whatever the application lets through: each
 * request has to be signed by one of them for this one. What they ask is done here and
 * passed on to nobody.
 */
@RestController
public class NodeController {

	/** In bytes; keys are long at times. */
	private static final int LONGEST = 1_000_000;

	private final ThisNode here;

	private final @Nullable NodeSignatures signatures;

	NodeController(ThisNode here, ObjectProvider<NodeSignatures> signatures) {
		this.here = here;
		this.signatures = signatures.getIfAvailable();
	}

	@PostMapping(path = CacheController.PATH + NodeClient.PATH, produces = MediaType.APPLICATION_JSON_VALUE)
	ResponseEntity<byte[]> answer(HttpServletRequest request) throws IOException {
		String header = request.getHeader(HttpHeaders.AUTHORIZATION);
		if (this.signatures == null || header == null || !header.startsWith(NodeSignatures.SCHEME)) {
			throw refused();
		}
		byte[] body = request.getInputStream().readNBytes(LONGEST + 1);
		String query = request.getQueryString();
		String address = request.getRequestURI() + ((query != null) ? "?" + query : "");
		if (body.length > LONGEST || !this.signatures.take(header, request.getMethod(), address, body)) {
			throw refused();
		}
		try {
			NodeRequest asked = Cluster.JSON.readValue(body, NodeRequest.class);
			return CacheController.fresh(Cluster.JSON.writeValueAsBytes(this.here.answer(asked)));
		}
		catch (JacksonException | IllegalArgumentException ex) {
			throw CacheProblem.REFUSED_PARAMETER
				.exception("This instance does not know what is asked. The one that asks may be of another release.");
		}
	}

	private static ErrorResponseException refused() {
		ErrorResponseException refusal = CacheProblem.REFUSED_NODE.exception(
				"This is for other instances: no other instance has signed this request for this one, or not now.");
		refusal.getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, NodeSignatures.SCHEME);
		return refusal;
	}

}
