package dev.yoil.lab.cluster;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import io.netty.buffer.ByteBuf;

/**
 * The tables of the simulated cluster: versions of regions as in the library, and
 * webtoons with likes. A like changes the region of a webtoon and that of a publish day.
 */
final class SimulatedRegions {

	/** The number of webtoons, each with a region. */
	static final int WEBTOONS = 443;

	/** The number of publish days, each with a region. */
	static final int DAYS = 7;

	static final String CHANNEL = "cache_region";

	static final String READ = "select region, n, tag from cache_region";

	/** As DatabaseRegionTable does it. */
	static final String RAISE = """
			insert into cache_region as present (region, n, tag)
			select region, 1, gen_random_uuid() from unnest(?) as region
			on conflict (region) do update set n = present.n + 1, tag = excluded.tag
			returning region, n, tag""";

	/** As the library did it when the results were measured: without a report. */
	private static final String WRITE_NODE = """
			with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as millis),
			dead as (delete from cache_region where region in (select region from cache_region, clock
				where region like '#node %%' and region <> '%1$s' and n < millis - 60000
				for update of cache_region skip locked))
			insert into cache_region (region, n, tag) select '%1$s', millis, '%2$s'::uuid from clock
			on conflict (region) do update set n = excluded.n, tag = excluded.tag returning n""";

	private static final String WEBTOON = "webtoon/";

	private SimulatedRegions() {
	}

	static void create(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement()) {
			statement.execute("create table cache_region (region varchar(200) primary key, n bigint not null, "
					+ "tag uuid not null)");
			statement.execute("create table webtoon (id bigint primary key, likes bigint not null)");
			statement.execute("create table webtoon_like (webtoon_id bigint not null references webtoon (id), "
					+ "visitor uuid not null, created_at timestamptz not null, primary key (webtoon_id, visitor))");
			statement
				.execute("insert into webtoon select id, 0 from generate_series(0, %d) as id".formatted(WEBTOONS - 1));
			statement.execute("insert into cache_region select 'day/' || id, 1, gen_random_uuid() "
					+ "from generate_series(0, %d) as id".formatted(DAYS - 1));
			statement.execute("insert into cache_region select '%s' || id, 1, gen_random_uuid() ".formatted(WEBTOON)
					+ "from generate_series(0, %d) as id".formatted(WEBTOONS - 1));
			statement.execute("vacuum analyze");
		}
	}

	static String version(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet rows = statement.executeQuery("show server_version")) {
			rows.next();
			return rows.getString(1).split(" ", 2)[0];
		}
	}

	static String ofWebtoon(int webtoon) {
		return WEBTOON + webtoon;
	}

	static String ofDay(int webtoon) {
		return "day/" + webtoon % DAYS;
	}

	static String writeNode(String address, String id) {
		return WRITE_NODE.formatted("#node " + address, id);
	}

	/** Returns the webtoon of a region; -1 if the region is not that of a webtoon. */
	static int webtoon(ByteBuf message, int start, int length) {
		if (length <= WEBTOON.length() || message.getByte(start) != 'w') {
			return -1;
		}
		int number = 0;
		for (int i = start + WEBTOON.length(); i < start + length; i++) {
			number = number * 10 + message.getByte(i) - '0';
		}
		return number;
	}

}
