package dev.yoil.webtoon;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ConnectionMemoryTests {

	@ParameterizedTest
	@CsvSource({ "64, 240", "256, 963", "1024, 3855", "2048, 7710", "65536, 8192" })
	void letsInAsManyConnectionsAsHaveRoomForTheirBuffers(long megabytes, long connections) {
		assertThat(WebConfiguration.connections(megabytes << 20)).isEqualTo(connections);
		assertThat(connections * 136 * 1024).isLessThanOrEqualTo(megabytes << 19);
	}

}
