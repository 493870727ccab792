package dev.yoil.ehcache.internal.web;

import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
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
 * Passes a request on to all other instances at once, signed. An instance that gets such
 * a request answers it as it answers everybody, but for itself alone. An instance that
 * does not answer in time takes nothing from what the others say. Thread-safe.
 */
public final class Cluster {

	/** Its own, so that it is the same whatever the application's mapper does. */
	private static final JsonMapper JSON = JsonMapper.builder()
		// Another release may say more, or less.
		.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
		.build();

	private static final Duration LOOK = Duration.ofMillis(500);

	/** An operator would rather wait than not know. */
	private static final Duration CHANGE = Duration.ofSeconds(2);

	/** So long after its last sign, an instance that does not answer is not shown. */
	private static final Duration DEAD = Duration.ofMinutes(1);

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
		this.client = (this.signatures != null) ? new NodeClient(this.signatures, CHANGE) : null;
		this.here = (this.nodes != null) ? this.nodes.here()
				: new ClusterNode(UUID.randomUUID(), null, null, true, false, null);
	}

	/**
	 * {@return whether there can be several instances}
	 */
	boolean isClustered() {
		return this.nodes != null;
	}

	/**
	 * Tells who asks.
	 * @param body what was read of the body; {@code null} if there is none
	 * @throws ErrorResponseException if the request claims to come from an instance, and
	 * none has signed it for this one
	 */
	Caller caller(HttpServletRequest request, @Nullable Object body) {
		String header = request.getHeader(HttpHeaders.AUTHORIZATION);
		if (header == null || !header.startsWith(NodeSignatures.SCHEME)) {
			Principal user = request.getUserPrincipal();
			return new Caller((user != null) ? user.getName() : null, false);
		}
		String by = (this.signatures != null) ? this.signatures.take(header, request.getMethod(),
				request.getRequestURI() + query(request), bytes(body)) : null;
		if (by == null) {
			ErrorResponseException refusal = CacheProblem.REFUSED_NODE
				.exception("No other instance has signed this request for this one, or not now.");
			refusal.getHeaders().set(HttpHeaders.WWW_AUTHENTICATE, NodeSignatures.SCHEME);
			throw refusal;
		}
		return new Caller(by.isEmpty() ? null : by, true);
	}

	/**
	 * Asks all instances what was asked here.
	 * @param type what an instance says, with the name {@code node} for itself
	 * @param here answers for this instance
	 * @param silent stands for an instance that does not answer
	 */
	<T> List<T> ask(Caller caller, HttpServletRequest request, @Nullable Object body, Class<T> type,
			Function<ClusterNode, T> here, Function<ClusterNode, T> silent) {
		boolean look = request.getMethod().equals("GET");
		Map<ClusterNode, CompletableFuture<@Nullable T>> asked = new LinkedHashMap<>();
		for (ClusterNode node : (this.nodes != null && !caller.isNode()) ? this.nodes.nodes() : List.of(this.here)) {
			asked.put(node, node.here() ? new CompletableFuture<>() : send(node, caller, request, body, type)
				.completeOnTimeout(null, (look ? LOOK : CHANGE).toMillis(), TimeUnit.MILLISECONDS));
		}
		asked.forEach((node, answer) -> {
			if (node.here()) {
				answer.complete(here.apply(
						node.answering(this.regions.isShared() ? (Long) this.regions.leaseLeft().toMillis() : null)));
			}
		});
		// By their rows, so that an outage of the database makes nobody dead.
		Instant latest = asked.keySet()
			.stream()
			.map(ClusterNode::seenAt)
			.filter(Objects::nonNull)
			.max(Comparator.naturalOrder())
			.orElse(Instant.EPOCH);
		List<T> all = new ArrayList<>();
		asked.forEach((node, answer) -> {
			T told = answer.join();
			if (told != null) {
				all.add(told);
			}
			else if (!look || node.seenAt() == null || node.seenAt().isAfter(latest.minus(DEAD))) {
				all.add(silent.apply(node));
			}
		});
		return all;
	}

	private <T> CompletableFuture<@Nullable T> send(ClusterNode node, Caller caller, HttpServletRequest request,
			@Nullable Object body, Class<T> type) {
		String path = ServletRequestPathUtils.getParsedRequestPath(request).pathWithinApplication().value();
		return Objects.requireNonNull(this.client)
			.send(node, HttpMethod.valueOf(request.getMethod()), path + query(request), bytes(body),
					Objects.requireNonNullElse(caller.name(), ""))
			.<@Nullable T>thenApply((answer) -> {
				JsonNode told = JSON.readTree(answer);
				JsonNode one = (told.isArray() ? told : told.path("nodes")).path(0);
				ClusterNode itself = JSON.treeToValue(one.path("node"), ClusterNode.class);
				// Something else may be listening at that address by now.
				return itself.id().equals(node.id()) ? JSON.treeToValue(
						one.asObject().set("node", JSON.valueToTree(node.answering(itself.leaseLeftMillis()))), type)
						: null;
			})
			.exceptionally((failure) -> null);
	}

	private static String query(HttpServletRequest request) {
		return (request.getQueryString() != null) ? "?" + request.getQueryString() : "";
	}

	private static byte[] bytes(@Nullable Object body) {
		return (body != null) ? JSON.writeValueAsBytes(body) : new byte[0];
	}

	/**
	 * The caller of a request.
	 *
	 * @param name the user; {@code null} if nobody is signed in
	 * @param isNode whether another instance asks, in the name of that user
	 */
	record Caller(@Nullable String name, boolean isNode) {
	}

}
