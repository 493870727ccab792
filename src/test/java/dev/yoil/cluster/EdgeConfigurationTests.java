package dev.yoil.cluster;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import dev.yoil.cluster.EdgeOrigin.Held;
import dev.yoil.cluster.EdgeOrigin.Page;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Edge caches with a configuration that the test changes.
 */
@Tag("full")
@Timeout(60)
class EdgeConfigurationTests {

	private static final String PATH = "/page";

	private static final String TAG = "0123456789ab";

	@TempDir
	private Path folder;

	private EdgeOrigin origin;

	private EdgeEngine edge;

	@BeforeEach
	void startOrigin() throws IOException {
		this.origin = new EdgeOrigin();
	}

	@AfterEach
	void end() throws Exception {
		this.origin.close();
		if (this.edge != null) {
			this.edge.close();
		}
	}

	@Test
	void invalidatesEverythingIfNginxCannotKeepMoreGenerations() throws Exception {
		start(EdgeEngine.Kind.NGINX, (text) -> text.replace("generations 4m", "generations 12k"));
		cache("old");
		this.origin.set(PATH, Page.of("new", TAG));
		for (int i = 0; i < 10; i++) {
			int first = i * 100;
			assertThat(this.edge
				.purge(String.join(",",
						IntStream.range(first, first + 100).mapToObj("eeeeeeee%04x"::formatted).toList()))
				.statusCode()).isEqualTo(204);
		}
		assertThat(this.edge.get(PATH).body()).isEqualTo("new");
		assertHit();
		this.origin.set(PATH, Page.of("newer", TAG));
		this.edge.purge(TAG);
		assertThat(this.edge.get(PATH).body()).isEqualTo("newer");
	}

	@ParameterizedTest
	@EnumSource
	void collapsesConcurrentMisses(EdgeEngine.Kind kind) throws Exception {
		// Longer than this test holds the fetch.
		start(kind, (text) -> text.replaceFirst("(proxy_cache_lock_timeout) \\w+;", "$1 20s;"));
		cache("old");
		this.origin.set(PATH, Page.of("new", TAG));
		this.edge.purge(TAG);
		int before = this.origin.fetches(PATH).size();
		Held held = this.origin.hold(PATH);
		List<CompletableFuture<HttpResponse<String>>> readers = IntStream.range(0, 10)
			.mapToObj((reader) -> this.edge.begin(PATH))
			.toList();
		held.awaitArrival();
		held.release();
		for (CompletableFuture<HttpResponse<String>> each : readers) {
			assertThat(each.get().body()).isEqualTo("new");
		}
		assertThat(this.origin.fetches(PATH)).hasSize(before + 1);
	}

	private void start(EdgeEngine.Kind kind, UnaryOperator<String> edit) throws Exception {
		this.edge = EdgeEngine.start(kind, this.folder.resolve("edge"), List.of(this.origin.port()), edit);
	}

	private void cache(String body) throws Exception {
		this.origin.set(PATH, Page.of(body, TAG));
		this.edge.get(PATH);
		this.edge.get(PATH);
		assertThat(this.edge.get(PATH).body()).isEqualTo(body);
		assertHit();
	}

	private void assertHit() throws Exception {
		assertThat(this.edge.get(PATH).headers().allValues("Cache-Status")).containsExactly("edge; hit");
	}

}
