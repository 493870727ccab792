package dev.yoil.lab.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Counted;
import dev.yoil.lab.result.Latency;
import dev.yoil.lab.result.Result;
import dev.yoil.lab.result.Second;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class ResultJsonTests {

	@ParameterizedTest
	@MethodSource("results")
	void readsBackAnEqualResult(Result result) {
		String json = ResultJson.write(result);
		assertThat(ResultJson.read(json)).isEqualTo(result);
		assertThat(ResultJson.write(ResultJson.read(json))).isEqualTo(json);
	}

	static Stream<Result> results() {
		return Stream.of(Fixtures.beforeAfter(), Fixtures.broken());
	}

	@Test
	void writesNoNumberAsNull() {
		String json = ResultJson.rounded(new Counted(5, 0, Double.NaN, Double.POSITIVE_INFINITY, 0, 0, 0, 0));
		assertThat(json).isEqualTo(
				"{\"requests\":5,\"poolUses\":0,\"poolAcquire\":null,\"poolUsage\":null,\"poolPendingMax\":0,\"listenDrops\":0,\"cacheLoads\":0,\"tierHits\":0}");
	}

	@Test
	void sortsErrorsButNotSettings() {
		Map<String, String> settings = new LinkedHashMap<>();
		settings.put("z", "1");
		settings.put("a", "2");
		assertThat(ResultJson.rounded(new Arm("n", "t", settings))).contains("{\"z\":\"1\",\"a\":\"2\"}");
		Map<String, Long> errors = new LinkedHashMap<>();
		errors.put("too slow", 1L);
		errors.put("503", 2L);
		assertThat(ResultJson.rounded(new Second(0, 0, 0, errors, Latency.NONE)))
			.contains("{\"503\":2,\"too slow\":1}");
	}

	@Test
	void roundsWhatIsDrawn() {
		assertThat(ResultJson.rounded(new double[0])).isEqualTo("[]");
		assertThat(ResultJson.rounded(List.of(1234.56, 123.456, 12.3456, 1.23456, 0.0, -0.00001, 3.0)))
			.isEqualTo("[1234.56,123.456,12.346,1.235,0,0,3]");
	}

}
