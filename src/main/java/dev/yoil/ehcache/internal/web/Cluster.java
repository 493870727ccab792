package dev.yoil.ehcache.internal.web;

import java.security.Principal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import dev.yoil.ehcache.internal.cluster.ClusterNode;
import dev.yoil.ehcache.internal.cluster.NodeSignatures;
import dev.yoil.ehcache.internal.cluster.NodeTable;
import dev.yoil.ehcache.region.Regions;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * Forwards a request to all other instances in parallel, signed. An instance answers a
 * forwarded request for itself only. Thread-safe.
 */
public final class Cluster {

	/** Independent of the application's mapper, and lenient towards other releases. */
	private static final JsonMapper JSON = JsonMapper.builder()
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
		.build();

	private static final Duration READ_TIMEOUT = Duration.ofMillis(500);

	private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(2);

	private final Regions regions;

	private final @Nullable NodeTable nodes;

	private final @Nullable NodeSignatures signatures;

	private final @Nullable NodeClient client;

	private final ClusterNode here;

	Cluster(ObjectProvider<Regions> regions, ObjectProvider<NodeTable> nodes,
			ObjectProvider<NodeSignatures> signatures) {
		this.regions = regions.getIfAvailable(Regions::alone);
		this.nodes = nodes.getIfAvailable();
		this.signatures = signatures.getIfAvailable();
		this.client = (this.signatures != null) ? new NodeClient(this.signatures, WRITE_TIMEOUT) : null;
		this.here = (this.nodes != null) ? this.nodes.here()
				: new ClusterNode(UUID.randomUUID(), null, null, true, false, null);
	}

	boolean isClustered() {
		return this.nodes != null;
	}

	/**
	 * Identifies the caller of a request.
	 * @param body the request body; {@code null} if there is none
	 * @throws ErrorResponseException if the request has an invalid signature
	 */
	Caller caller(HttpServletRequest request, @Nullable Object body) {
		String header = request.getHeader(HttpHeaders.AUTHORIZATION);
		if (header == null || !header.startsWith(NodeSignatures.SCHEME)) {
			Principal user = request.getUserPrincipal();
			return new Caller(request, body, (user != null) ? user.getName() : "", false);
		}
		String user = (this.signatures != null) ? this.signatures.verify(header, request.getMethod(),
				request.getRequestURI() + query(request), bytes(body)) : null;
		if (user == null) {
			ErrorResponseException refusal = CacheProblem.REFUSED_NODE.exception(
					"The signature is not valid: expected one by another instance, for this request to this instance.");
			refusal.getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, NodeSignatures.SCHEME);
			throw refusal;
		}
		return new Caller(request, body, user, true);
	}

	/**
	 * Collects the answers of all instances.
	 * @param type the type of an answer, with the instance in its component {@code node}
	 * @param own answers for this instance
	 * @param missing stands for an instance that does not answer
	 */
	<T> List<T> ask(Caller caller, Class<T> type, Function<ClusterNode, T> own, Function<ClusterNode, T> missing) {
		Map<ClusterNode, CompletableFuture<@Nullable T>> answers = new LinkedHashMap<>();
		for (ClusterNode node : (this.nodes != null && !caller.isNode()) ? this.nodes.nodes() : List.of(this.here)) {
			answers.put(node, node.here() ? new CompletableFuture<>() : send(node, caller, type));
		}
		Long lease = this.regions.isShared() ? (Long) this.regions.leaseLeft().toMillis() : null;
		answers.forEach((node, answer) -> {
			if (node.here()) {
				answer.complete(own.apply(node.answering(lease)));
			}
		});
		List<T> all = new ArrayList<>();
		answers.forEach((node, answer) -> {
			T received = answer.join();
			all.add((received != null) ? received : missing.apply(node));
		});
		return all;
	}

	private <T> CompletableFuture<@Nullable T> send(ClusterNode node, Caller caller, Class<T> type) {
		HttpMethod method = HttpMethod.valueOf(caller.request().getMethod());
		Duration timeout = HttpMethod.GET.equals(method) ? READ_TIMEOUT : WRITE_TIMEOUT;
		String path = ServletRequestPathUtils.getParsedRequestPath(caller.request()).pathWithinApplication().value();
		return Objects.requireNonNull(this.client)
			.send(node, method, path + query(caller.request()), bytes(caller.body()), caller.user())
			.<@Nullable T>thenApply((response) -> {
				JsonNode json = JSON.readTree(response);
				JsonNode answer = (json.isArray() ? json : json.path("nodes")).path(0);
				ClusterNode sender = JSON.treeToValue(answer.path("node"), ClusterNode.class);
				// Another instance may use the URL by now.
				return sender.id().equals(node.id()) ? JSON.treeToValue(
						answer.asObject().set("node", JSON.valueToTree(node.answering(sender.leaseLeftMillis()))), type)
						: null;
			})
			.exceptionally((failure) -> null)
			.completeOnTimeout(null, timeout.toMillis(), TimeUnit.MILLISECONDS);
	}

	private static String query(HttpServletRequest request) {
		return (request.getQueryString() != null) ? "?" + request.getQueryString() : "";
	}

	private static byte[] bytes(@Nullable Object body) {
		return (body != null) ? JSON.writeValueAsBytes(body) : new byte[0];
	}

	/**
	 * A request with its caller.
	 *
	 * @param body the request body; {@code null} if there is none
	 * @param user the operator; empty if there is none
	 * @param isNode whether another instance forwards the request of that operator
	 */
	record Caller(HttpServletRequest request, @Nullable Object body, String user, boolean isNode) {
	}

}
