package dev.yoil.webtoon.moderation;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import dev.yoil.webtoon.address.IpAddresses;
import dev.yoil.webtoon.address.IpRange;
import inet.ipaddr.IPAddress;
import inet.ipaddr.ipv4.IPv4AddressTrie;
import inet.ipaddr.ipv6.IPv6AddressTrie;
import org.jspecify.annotations.Nullable;

/**
 * Ranges of addresses, and whether an address is in one. What was decided is remembered
 * for some addresses, since most requests come from where others came from. Thread-safe;
 * the ranges never change.
 */
final class BlockedRanges {

	/** As many as some hundred kilobytes have room for. */
	private static final int REMEMBERED = 4096;

	private final IPv4AddressTrie four = new IPv4AddressTrie();

	private final IPv6AddressTrie six = new IPv6AddressTrie();

	private final boolean empty;

	private final Map<String, Boolean> decided = new ConcurrentHashMap<>();

	BlockedRanges(Collection<IpRange> ranges) {
		for (IpRange range : ranges) {
			IPAddress block = range.block();
			if (block.isIPv4()) {
				this.four.add(block.toIPv4());
			}
			else {
				this.six.add(block.toIPv6());
			}
		}
		this.empty = ranges.isEmpty();
	}

	/**
	 * Whether there is no range.
	 */
	boolean isEmpty() {
		return this.empty;
	}

	/**
	 * Whether an address is in one of the ranges.
	 * @param address the address as the container gives it, {@code null} if it knows none
	 * @return whether it is; {@code false} for a text that is no address
	 */
	boolean contain(@Nullable String address) {
		if (address == null) {
			return false;
		}
		Boolean before = this.decided.get(address);
		if (before != null) {
			return before;
		}
		boolean contained = contain(IpAddresses.parse(address));
		// Whoever asks from many addresses must not fill the memory.
		if (this.decided.size() >= REMEMBERED) {
			this.decided.clear();
		}
		this.decided.put(address, contained);
		return contained;
	}

	/**
	 * Of how many addresses it is remembered what was decided.
	 */
	int remembered() {
		return this.decided.size();
	}

	private boolean contain(@Nullable IPAddress address) {
		if (address == null) {
			return false;
		}
		return address.isIPv4() ? this.four.elementContains(address.toIPv4())
				: this.six.elementContains(address.toIPv6());
	}

}
