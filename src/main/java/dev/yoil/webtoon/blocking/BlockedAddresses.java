package dev.yoil.webtoon.blocking;

import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
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
import dev.yoil.webtoon.moderation.ReplicatedTable;
import dev.yoil.webtoon.problem.ProblemType;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The blocked addresses. Thread-safe.
 */
@Service
class BlockedAddresses extends ReplicatedTable<BlockedAddress> {

	/** The widest range: as many IPv4 addresses as a registry is given at once. */
	private static final int WIDEST = 8;

	private static final int WIDEST_OF_IPV6 = 16;

	private final JdbcClient jdbc;

	private final Clock clock;

	/** By first address, without nested ranges; never modified. */
	private volatile NavigableMap<BigInteger, AddressRange> ranges = new TreeMap<>();

	BlockedAddresses(JdbcClient jdbc, TransactionTemplate transaction, Regions regions, Clock clock) {
		super(jdbc, transaction, regions, new Table("blocked_address", "id, address, reason, created_at",
				"BLOCKED_ADDRESSES", "blocked-addresses", ProblemType.UNKNOWN_BLOCKED_ADDRESS), BlockedAddresses::row);
		this.jdbc = jdbc;
		this.clock = clock;
	}

	private static BlockedAddress row(ResultSet row, int number) throws SQLException {
		return new BlockedAddress(row.getLong("id"), row.getString("address"), row.getString("reason"),
				row.getObject("created_at", OffsetDateTime.class).toInstant());
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
	 * Returns whether an address is blocked; {@code false} if it is {@code null} or not
	 * an address.
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
	 * Blocks a range, which must not contain the administrator's own address.
	 */
	BlockedAddress block(BlockedAddressController.BlockedAddressRequest body, String administrator) {
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
	 * Replaces a range or its reason. The range must not contain the administrator's own
	 * address.
	 */
	BlockedAddress change(long id, BlockedAddressController.BlockedAddressRequest body, String administrator) {
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
				.exception("%s is already blocked: number %d.".formatted(range.text(), same.id()));
		});
	}

	private static AddressRange range(BlockedAddressController.BlockedAddressRequest body, String administrator) {
		AddressRange range;
		try {
			range = AddressRange.of(body.address());
		}
		catch (IllegalArgumentException ex) {
			throw ProblemType.REFUSED_VALUES.exception("Invalid field 'address': " + ex.getMessage() + ".");
		}
		int widest = range.isIpv6() ? WIDEST_OF_IPV6 : WIDEST;
		if (range.bits() < widest) {
			throw ProblemType.REFUSED_VALUES
				.exception("Invalid field 'address': %s is wider than /%d, the widest range allowed."
					.formatted(range.text(), widest));
		}
		if (range.contains(AddressRange.number(administrator))) {
			throw ProblemType.OWN_ADDRESS.exception("Your own address %s is in %s: you would lock yourself out."
				.formatted(administrator, range.text()));
		}
		return range;
	}

}
