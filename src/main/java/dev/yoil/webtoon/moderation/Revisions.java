package dev.yoil.webtoon.moderation;

import java.util.EnumMap;
import java.util.Map;

import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * How often each list was changed, counted in the database by all instances together.
 */
@Repository
class Revisions {

	private final JdbcClient jdbc;

	Revisions(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Reads the count of each list.
	 */
	Map<ModerationList, Long> all() {
		Map<ModerationList, Long> revisions = new EnumMap<>(ModerationList.class);
		this.jdbc.sql("select name, revision from moderation_list")
			.query((RowCallbackHandler) (row) -> revisions.put(ModerationList.valueOf(row.getString(1)),
					row.getLong(2)));
		return revisions;
	}

	/**
	 * Counts a change, and lets nobody else change the list until the transaction ends.
	 * To be called before the list is looked at.
	 * @param list the list
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public void next(ModerationList list) {
		this.jdbc.sql("update moderation_list set revision = revision + 1 where name = ?").param(list.name()).update();
	}

}
