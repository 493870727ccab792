package dev.yoil.ehcache.internal.cluster;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

import dev.yoil.ehcache.region.RegionVersion;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The payload of a {@code NOTIFY}: the id of the sender, a space, the
 * {@linkplain DatabaseRegionTable#IDENTITY identity} of the table, and one line for each
 * changed region with its number, tag and name. If that does not fit, the payload is the
 * sender's id only, and receivers read the table. Earlier versions of this library send
 * that, and read the table after each payload but their own id.
 */
final class RegionNotification {

	/** The channel. */
	static final String CHANNEL = "cache_region";

	/** In bytes; the limit of PostgreSQL is 7,999. */
	static final int MAX_LENGTH = 7_900;

	/** In bytes: the shortest line. */
	private static final int MIN_LINE = 41;

	/**
	 * Takes the versions from the table, so that none is older than a restore of the
	 * database. Does not wait for the disk, because a crash loses notifications anyway.
	 */
	private static final String SEND = """
			select pg_notify(?, case when octet_length(payload) <= ? then payload else sender end),
			set_config('synchronous_commit', 'off', true)
			from (select ? as sender) as one, lateral (select sender || ' ' || ? || string_agg(
			E'\\n' || n || ' ' || tag || ' ' || region, '') as payload from cache_region where region = any(?)) as all_lines""";

	private RegionNotification() {
	}

	/**
	 * Sends the committed versions of regions.
	 * @param regions the names; if there are none, receivers read the table
	 */
	static void send(JdbcTemplate jdbc, String sender, @Nullable String identity, Collection<String> regions) {
		boolean fits = regions.size() <= MAX_LENGTH / MIN_LINE
				&& regions.stream().noneMatch((region) -> region.indexOf('\n') >= 0);
		jdbc.query(SEND, (row) -> {
		}, CHANNEL, MAX_LENGTH, sender, identity, fits ? regions.toArray(String[]::new) : new String[0]);
	}

	/**
	 * Parses a payload.
	 * @param identity the identity of the receiver's table
	 * @return the versions by region; {@code null} if the receiver must read the table
	 */
	static @Nullable Map<String, RegionVersion> parse(String payload, @Nullable String identity) {
		String[] lines = payload.split("\n", -1);
		if (lines.length == 1 || !lines[0].endsWith(" " + identity)) {
			return null;
		}
		Map<String, RegionVersion> versions = new HashMap<>();
		try {
			for (int i = 1; i < lines.length; i++) {
				String[] parts = lines[i].split(" ", 3);
				if (parts.length != 3) {
					return null;
				}
				versions.put(parts[2], new RegionVersion(Long.parseLong(parts[0]), UUID.fromString(parts[1])));
			}
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
		return versions;
	}

}
