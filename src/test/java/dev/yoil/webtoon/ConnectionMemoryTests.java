package dev.yoil.webtoon;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ConnectionMemoryTests {

	@ParameterizedTest
	@CsvSource({ "64, 455", "256, 1820", "1024, 7281", "2048, 8192", "65536, 8192" })
	void letsInAsManyConnectionsAsHaveRoomForTheirBuffers(long megabytes, long connections) {
		assertThat(WebConfiguration.connections(megabytes << 20)).isEqualTo(connections);
		assertThat(connections * 72 * 1024).isLessThanOrEqualTo(megabytes << 19);
	}

}
