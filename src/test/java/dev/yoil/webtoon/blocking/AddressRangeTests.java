package dev.yoil.webtoon.blocking;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class AddressRangeTests {

	@ParameterizedTest
	@CsvSource({ "192.0.2.1, 192.0.2.1/32", "192.0.2.0/24, 192.0.2.0/24", "0.0.0.0/0, 0.0.0.0/0",
			"2001:DB8:0:0:0:0:0:1, 2001:db8::1/128", "2001:db8::/32, 2001:db8::/32", "::/0, ::/0",
			"::ffff:192.0.2.1, 192.0.2.1/32", "::ffff:c000:201, 192.0.2.1/32", "::1, ::1/128" })
	void hasACanonicalForm(String text, String form) {
		assertThat(AddressRange.of(text).text()).isEqualTo(form);
		assertThat(AddressRange.of(form).text()).isEqualTo(form);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "localhost", "yoil.example", "abcd", ".:", ":", "192.0.2", "192.0.2.256",
			"192.0.2.01", "0x7f.0.0.1", "3221225985", "192.0.2.*", "1.2.3.4.5", "::g", ":::", "[::1]", "192.0.2.1:80",
			"fe80::1%lo", "192.0.2.1 ", "١٩٢.0.2.1", "1::2::3", "192.0.2.0/33", "192.0.2.0/", "192.0.2.0/-1",
			"192.0.2.0/024", "::/129", "192.0.2.0/24/24", "192.0.2.1/24", "2001:db8::1/32" })
	void rejectsOtherTexts(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> AddressRange.of(text));
	}

	@ParameterizedTest
	@CsvSource({ "192.0.2.0/24, 192.0.2.255, true", "192.0.2.0/24, ::ffff:192.0.2.7, true",
			"192.0.2.0/24, 192.0.3.0, false", "192.0.2.0/24, no-address, false", "::/0, 192.0.2.7, false",
			"0.0.0.0/0, ::1, false", "fe80::/16, fe80:0:0:0:1:2:3:4%lo, true", "10.0.0.0/8, 9.255.255.255, false" })
	void containsAddressesOfItsVersion(String range, String address, boolean contained) {
		assertThat(AddressRange.of(range).contains(AddressRange.number(address))).isEqualTo(contained);
	}

}
