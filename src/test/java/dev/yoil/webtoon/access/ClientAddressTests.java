package dev.yoil.webtoon.access;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ClientAddressTests {

	@ParameterizedTest
	@CsvSource({ "192.0.2.7, 192.0.2.7", "2001:db8:1:2:3:4:5:6, 20010db800010002/64",
			"2001:db8:1:2::, 20010db800010002/64", "::1, 0000000000000000/64", "::ffff:192.0.2.7, 192.0.2.7",
			"fe80::1%eth0, fe80000000000000/64", "not:an:address, not:an:address", "'', ''" })
	void isWhatACustomerOfAProviderHas(String address, String prefix) {
		assertThat(ClientAddress.prefix(address)).isEqualTo(prefix);
	}

	@Test
	void tellsNeighboursApart() {
		assertThat(ClientAddress.prefix("2001:db8:1:2::1")).isNotEqualTo(ClientAddress.prefix("2001:db8:1:3::1"));
		assertThat(ClientAddress.prefix("192.0.2.7")).isNotEqualTo(ClientAddress.prefix("192.0.2.8"));
	}

}
