package dev.yoil.webtoon.catalog;

import java.time.LocalDate;
import java.util.List;

/**
 * A webtoon as administrators edit it. It has no counts, so a like between two edits is
 * not a conflict.
 */
record AdministeredWebtoon(long id, String title, String author, String genre, PublishDay publishDay, String thumbnail,
		String synopsis, LocalDate registeredDate) {

	/**
	 * Returns whether both look the same in a list, regardless of their position.
	 */
	boolean looksLike(AdministeredWebtoon other) {
		return shown().equals(other.shown());
	}

	private List<Object> shown() {
		return List.of(this.id, this.title, this.author, this.genre, this.publishDay, this.thumbnail, this.synopsis);
	}

}
