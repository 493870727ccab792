package dev.yoil.webtoon.like;

import java.time.Instant;
import java.util.UUID;

import dev.yoil.webtoon.catalog.WebtoonId;
import dev.yoil.webtoon.visitor.Visitor;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;

/**
 * A row of the table of likes.
 */
@SuppressWarnings({ "unused", "NullAway.Init" }) // Only queries use the fields.
@Entity
@Table(name = "webtoon_like")
class StoredLike {

	@EmbeddedId
	private Id id;

	private Instant createdAt;

	/**
	 * The key of a like.
	 *
	 * @param webtoonId the number of the webtoon
	 * @param visitor the number of the visitor who likes it
	 */
	@Embeddable
	record Id(long webtoonId, UUID visitor) {

		static Id of(WebtoonId webtoon, Visitor visitor) {
			return new Id(webtoon.value(), visitor.id());
		}

	}

}
