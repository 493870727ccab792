package dev.yoil.webtoon.moderation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.address.IpRange;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;

/**
 * The blocked addresses in the database.
 */
@Repository
class BlockedAddressTable {

	private final JdbcClient jdbc;

	BlockedAddressTable(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * All ranges.
	 */
	List<IpRange> ranges() {
		return this.jdbc.sql("select address from blocked_address")
			.query((row, number) -> range(row.getString(1)))
			.list();
	}

	ModerationPage<BlockedAddress> page(PageParameters part) {
		List<BlockedAddress> items = this.jdbc
			.sql("select id, address, reason, created_at from blocked_address order by id limit ? offset ?")
			.params(part.size(), part.offset())
			.query(BlockedAddressTable::address)
			.list();
		long total = this.jdbc.sql("select count(*) from blocked_address").query(Long.class).single();
		return new ModerationPage<>(items, part.page(), part.size(), total);
	}

	Optional<BlockedAddress> find(long id) {
		return this.jdbc.sql("select id, address, reason, created_at from blocked_address where id = ?")
			.param(id)
			.query(BlockedAddressTable::address)
			.optional();
	}

	/**
	 * The number under which a range is blocked.
	 */
	Optional<Long> findId(IpRange range) {
		return this.jdbc.sql("select id from blocked_address where address = ?")
			.param(range.toString())
			.query(Long.class)
			.optional();
	}

	BlockedAddress add(IpRange range, String reason, Instant now) {
		GeneratedKeyHolder id = new GeneratedKeyHolder();
		this.jdbc.sql("insert into blocked_address (address, reason, created_at) values (?, ?, ?)")
			.params(range.toString(), reason, OffsetDateTime.ofInstant(now, ZoneOffset.UTC))
			.update(id, "id");
		return new BlockedAddress(Objects.requireNonNull(id.getKeyAs(Long.class)), range.toString(), reason, now);
	}

	void change(long id, IpRange range, String reason) {
		this.jdbc.sql("update blocked_address set address = ?, reason = ? where id = ?")
			.params(range.toString(), reason, id)
			.update();
	}

	boolean remove(long id) {
		return this.jdbc.sql("delete from blocked_address where id = ?").param(id).update() > 0;
	}

	private static IpRange range(String address) {
		try {
			return IpRange.of(address);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalStateException("The table blocked_address has the address '" + address + "', which "
					+ ex.getMessage() + ". Delete or correct that row.", ex);
		}
	}

	private static BlockedAddress address(ResultSet row, int number) throws SQLException {
		return new BlockedAddress(row.getLong("id"), row.getString("address"), row.getString("reason"),
				row.getObject("created_at", OffsetDateTime.class).toInstant());
	}

}
