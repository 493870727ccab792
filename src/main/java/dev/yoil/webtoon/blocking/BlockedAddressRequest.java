package dev.yoil.webtoon.blocking;

import dev.yoil.webtoon.validation.Text;

/**
 * An address, or a range of addresses, to block.
 *
 * @param address an IPv4 or IPv6 address, or a range such as 192.0.2.0/24
 * @param reason why, 1 to 200 characters
 */
record BlockedAddressRequest(@Text(max = 100) String address, @Text(max = 200) String reason) {
}
