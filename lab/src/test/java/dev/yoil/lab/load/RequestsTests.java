package dev.yoil.lab.load;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import dev.yoil.lab.load.Load.Target;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests of {@link Requests}. */
final class RequestsTests {

	private static Requests of(Target... targets) {
		return new Requests(new Load(Load.Model.ONCE, List.of(), List.of(targets), Duration.ZERO, Duration.ZERO, 1),
				"127.0.0.1:1");
	}

	@Test
	void sendsTheHeadersOfTheTarget() {
		Requests requests = of(new Target("day", List.of("/a"), Map.of("If-None-Match", "*"), 0));
		assertThat(requests.draw(new SplittableRandom(1)).bytes().toString(StandardCharsets.US_ASCII))
			.isEqualTo("GET /a HTTP/1.1\r\nHost: 127.0.0.1:1\r\nAccept: application/json\r\nIf-None-Match: *\r\n\r\n");
	}

	@Test
	void usersOfTheStagesPutNothing() {
		Requests requests = of(new Target("put", List.of("/p"), Map.of(), 1), new Target("get", List.of("/g")));
		SplittableRandom random = new SplittableRandom(1);
		for (int draw = 0; draw < 20; draw++) {
			assertThat(requests.draw(random).target()).isEqualTo(1);
		}
		assertThat(requests.draw(0, random).bytes().toString(StandardCharsets.US_ASCII)).startsWith("PUT /p HTTP/1.1");
	}

}
