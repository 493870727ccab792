package dev.yoil.webtoon.blocking;

import java.math.BigInteger;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

import dev.yoil.ehcache.region.Regions;
import dev.yoil.webtoon.moderation.RevisedList;
import dev.yoil.webtoon.problem.ProblemType;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The addresses to which nothing is answered. Thread-safe.
 */
@Service
class BlockedAddresses extends RevisedList<BlockedAddress> {

	/** As many IPv4 addresses as a registry is given at once. */
	private static final int WIDEST = 8;

	private static final int WIDEST_OF_IPV6 = 16;

	private final JdbcClient jdbc;

	private final Clock clock;

	/** By their first addresses; none is inside of another. Never changed. */
	private volatile NavigableMap<BigInteger, AddressRange> ranges = new TreeMap<>();

	BlockedAddresses(JdbcClient jdbc, TransactionTemplate transaction, Regions regions, Clock clock) {
		super(jdbc, transaction, regions, new Table("blocked_address", "id, address, reason, created_at",
				"BLOCKED_ADDRESSES", "blocked-addresses", ProblemType.UNKNOWN_BLOCKED_ADDRESS), BlockedAddress.class);
		this.jdbc = jdbc;
		this.clock = clock;
	}

	@Override
	protected void use(List<BlockedAddress> entries) {
		NavigableMap<BigInteger, AddressRange> outermost = new TreeMap<>();
		entries.stream()
			.map((entry) -> AddressRange.of(entry.address()))
			.sorted(Comparator.comparingInt(AddressRange::bits))
			.filter((range) -> !contain(outermost, range.first()))
			.forEach((range) -> outermost.put(range.first(), range));
		this.ranges = outermost;
	}

	/**
	 * Whether an address is blocked.
	 * @param address the address as the container gives it, {@code null} if it knows none
	 * @return whether it is; {@code false} for a text that is no address
	 */
	boolean contain(@Nullable String address) {
		NavigableMap<BigInteger, AddressRange> ranges = this.ranges;
		return !ranges.isEmpty() && contain(ranges, AddressRange.number(address));
	}

	private static boolean contain(NavigableMap<BigInteger, AddressRange> ranges, @Nullable BigInteger address) {
		Map.Entry<BigInteger, AddressRange> nearest = (address != null) ? ranges.floorEntry(address) : null;
		return nearest != null && nearest.getValue().contains(address);
	}

	/**
	 * Blocks a range.
	 * @param administrator the address of whoever asks for it, which must not be in it
	 */
	BlockedAddress block(BlockedAddressRequest body, String administrator) {
		AddressRange range = range(body, administrator);
		return change((before) -> {
			refuseTwice(range, before.stream());
			this.jdbc.sql("insert into blocked_address (address, reason, created_at) values (?, ?, ?)")
				.params(range.text(), body.reason(), OffsetDateTime.ofInstant(this.clock.instant(), ZoneOffset.UTC))
				.update();
			return entries().get(before.size());
		});
	}

	/**
	 * Blocks another range in the place of one, or for another reason.
	 * @param administrator the address of whoever asks for it, which must not be in it
	 */
	BlockedAddress change(long id, BlockedAddressRequest body, String administrator) {
		AddressRange range = range(body, administrator);
		return change((before) -> {
			refuseTwice(range, before.stream().filter((entry) -> entry.id() != id));
			this.jdbc.sql("update blocked_address set address = ?, reason = ? where id = ?")
				.params(range.text(), body.reason(), id)
				.update();
			return get(id);
		});
	}

	private static void refuseTwice(AddressRange range, Stream<BlockedAddress> others) {
		others.filter((other) -> other.address().equals(range.text())).findAny().ifPresent((same) -> {
			throw ProblemType.BLOCKED_ADDRESS_EXISTS
				.exception("%s is blocked already: number %d.".formatted(range.text(), same.id()));
		});
	}

	private static AddressRange range(BlockedAddressRequest body, String administrator) {
		AddressRange range;
		try {
			range = AddressRange.of(body.address());
		}
		catch (IllegalArgumentException ex) {
			throw ProblemType.REFUSED_VALUES.exception("The field 'address' is wrong: " + ex.getMessage() + ".");
		}
		int widest = range.isIpv6() ? WIDEST_OF_IPV6 : WIDEST;
		if (range.bits() < widest) {
			throw ProblemType.REFUSED_VALUES
				.exception("The field 'address' is wrong: %s is wider than /%d, the widest range that can be blocked."
					.formatted(range.text(), widest));
		}
		if (range.contains(AddressRange.number(administrator))) {
			throw ProblemType.OWN_ADDRESS.exception("Your own address, %s, is in %s: you would lock yourself out."
				.formatted(administrator, range.text()));
		}
		return range;
	}

}
