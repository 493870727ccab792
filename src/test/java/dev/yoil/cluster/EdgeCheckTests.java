package dev.yoil.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

import dev.yoil.cluster.EdgeCheck.Fault;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The guarantees at the edge, checked with three instances behind each real engine under
 * faults, and with planted faults.
 * {@code mvn test -Pfull -Dtest=EdgeCheckTests -Dyoil.likes=10000} runs until 10,000
 * likes.
 */
@Tag("full")
@Timeout(3_600)
class EdgeCheckTests {

	private static final Logger LOG = LoggerFactory.getLogger(EdgeCheckTests.class);

	private static final long LIKES = Long.getLong("yoil.likes", 200);

	@TempDir
	private Path folder;

	@ParameterizedTest
	@EnumSource
	void clientsReadNothingOlderThanPromised(EdgeEngine.Kind kind) throws Exception {
		EdgeCheck.Result result = check(kind, 3, List.of(Fault.values()), LIKES, UnaryOperator.identity());
		assertThat(result.stale()).isEmpty();
		assertThat(result.hits()).isGreaterThan(10);
		assertThat(result.unconfirmed()).isPositive().isLessThan(result.likes());
	}

	private EdgeCheck.Result check(EdgeEngine.Kind kind, int instances, List<Fault> faults, long likes,
			UnaryOperator<String> edit) throws Exception {
		try (EdgeCheck check = new EdgeCheck(kind, this.folder, instances, edit)) {
			EdgeCheck.Result result = check.run(faults, likes);
			LOG.info("{}: {}", kind, result);
			return result;
		}
	}

	@Test
	void findsAnInstanceThatIsBehind() throws Exception {
		// Without its header, an instance answers before it is notified of a change.
		assertThat(check(EdgeEngine.Kind.NGINX, 3, List.of(), 200,
				(text) -> text.replace("proxy_set_header Edge-Token", "proxy_set_header Lost-Token"))
			.stale()).isNotEmpty();
	}

	@Test
	void findsAKeyWithoutGenerations() throws Exception {
		assertThat(check(EdgeEngine.Kind.NGINX, 1, List.of(Fault.FETCH_HELD), 50,
				(text) -> text.replace("generations:get(tag) or \"-\"", "\"-\""))
			.stale()).isNotEmpty();
	}

	@Test
	void findsAnEdgeThatIgnoresTheCookieOfWriters() throws Exception {
		assertThat(check(EdgeEngine.Kind.NGINX, 1, List.of(Fault.PURGE_LOST), 50,
				(text) -> text.replace("cache-bypass=", "another-cookie="))
			.stale()).anySatisfy((stale) -> assertThat(stale).startsWith("writer").endsWith("confirmed: false"));
	}

}
