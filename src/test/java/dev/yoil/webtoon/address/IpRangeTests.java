package dev.yoil.webtoon.address;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class IpRangeTests {

	@ParameterizedTest
	@CsvSource({ "192.0.2.1, 192.0.2.1/32", "192.0.2.0/24, 192.0.2.0/24", "0.0.0.0/0, 0.0.0.0/0",
			"2001:DB8:0:0:0:0:0:1, 2001:db8::1/128", "2001:db8::/32, 2001:db8::/32", "::/0, ::/0",
			"::ffff:192.0.2.1, 192.0.2.1/32", "::ffff:c000:201, 192.0.2.1/32", "::FFFF:192.0.2.0/120, 192.0.2.0/24",
			"::ffff:0:0/96, 0.0.0.0/0", "fe80::1%eth0, fe80::1/128", "fe80::1%25, fe80::1/128", "::1, ::1/128",
			"2001:0db8:0000::0001, 2001:db8::1/128" })
	void hasOneForm(String text, String form) {
		assertThat(IpRange.of(text)).hasToString(form);
		assertThat(IpRange.of(form)).hasToString(form);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "localhost", "yoil.example", "192.0.2", "192.0.2.256", "192.0.2.01", "0x7f.0.0.1",
			"3221225985", "192.0.2.*", "192.0.2.1-9", "*", "1.2.3.4.5", "::g", ":::", "[::1]", "192.0.2.1:80",
			"192.0.2.1%eth0", "192.0.2.1 ", "١٩٢.0.2.1", "%eth0", "1::2::3", "255.255.255.0/255.255.255.0" })
	void isNothingElse(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> IpRange.of(text));
	}

	@ParameterizedTest
	@CsvSource({ "192.0.2.1/24, 192.0.2.0/24, 192.0.2.1/32", "2001:db8::1/32, 2001:db8::/32, 2001:db8::1/128",
			"::ffff:192.0.2.1/120, 192.0.2.0/24, 192.0.2.1/32" })
	void namesTheRangeThatIsMeant(String text, String range, String address) {
		assertThatIllegalArgumentException().isThrownBy(() -> IpRange.of(text))
			.withMessage("is an address inside of a range. The range is " + range + ", the address alone " + address);
	}

	@ParameterizedTest
	@ValueSource(strings = { "192.0.2.0/33", "192.0.2.0/", "192.0.2.0/-1", "192.0.2.0/024", "192.0.2.0/2a", "::/129",
			"192.0.2.0/24/24", "::ffff:192.0.2.0/24", "192.0.2.0/9999999999" })
	void hasAsManyBitsAsAnAddressAtMost(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> IpRange.of(text))
			.withMessageContaining("must have a number from");
	}

	@Test
	void containsAddressesOfItsVersion() {
		IpRange range = IpRange.of("192.0.2.0/24");
		assertThat(range.contains(IpAddresses.parse("192.0.2.255"))).isTrue();
		assertThat(range.contains(IpAddresses.parse("::ffff:192.0.2.7"))).isTrue();
		assertThat(range.contains(IpAddresses.parse("192.0.3.0"))).isFalse();
		assertThat(range.contains(IpAddresses.parse("nobody"))).isFalse();
		assertThat(IpRange.of("::/0").contains(IpAddresses.parse("192.0.2.7"))).isFalse();
	}

}
