package dev.yoil.webtoon.moderation;

import java.util.Collection;
import java.util.List;

import dev.yoil.webtoon.address.IpRange;

import org.springframework.stereotype.Component;

/**
 * The addresses to which nothing is answered, held in memory. Thread-safe.
 */
@Component
class BlockedAddresses {

	private volatile BlockedRanges ranges = new BlockedRanges(List.of());

	/**
	 * The ranges of this moment.
	 */
	BlockedRanges ranges() {
		return this.ranges;
	}

	void replace(Collection<IpRange> blocked) {
		this.ranges = new BlockedRanges(blocked);
	}

}
