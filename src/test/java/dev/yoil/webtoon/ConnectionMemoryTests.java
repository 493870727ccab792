package dev.yoil.webtoon;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ConnectionMemoryTests {

	@ParameterizedTest
	@CsvSource({ "64, 204", "256, 819", "1024, 3276", "2048, 6553", "65536, 8192" })
	void derivesTheConnectionLimitFromTheHeap(long megabytes, long connections) {
		assertThat(WebConfiguration.connections(megabytes << 20)).isEqualTo(connections);
		assertThat(connections * 160 * 1024).isLessThanOrEqualTo(megabytes << 19);
	}

}
