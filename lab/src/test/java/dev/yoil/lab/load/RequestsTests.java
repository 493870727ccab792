package dev.yoil.lab.load;

import java.time.Duration;
import java.util.List;

import dev.yoil.lab.LabException;
import dev.yoil.lab.load.Load.Target;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Tests of {@link Requests}. */
final class RequestsTests {

	private static Requests of(Target... targets) {
		return new Requests(new Load(Load.Model.ONCE, List.of(), List.of(targets), Duration.ZERO, Duration.ZERO, 1),
				"127.0.0.1:1");
	}

	@Test
	void refusesWhatCannotBeSent() {
		assertThatThrownBy(() -> of()).isInstanceOf(LabException.class).hasMessageContaining("asks for nothing");
		assertThatThrownBy(() -> of(new Target("day", List.of()))).isInstanceOf(LabException.class)
			.hasMessageContaining("day has no path");
		assertThatThrownBy(() -> of(new Target("day", List.of("/")), new Target("day", List.of("/"))))
			.isInstanceOf(LabException.class)
			.hasMessageContaining("Two targets are called day");
		for (String path : List.of("", "a", "/a b", "/a\r\nX: y", "/\uC6D4")) {
			assertThatThrownBy(() -> of(new Target("day", List.of(path)))).isInstanceOf(LabException.class)
				.hasMessageContaining("begin it with /");
		}
	}

}
