package dev.yoil.webtoon.catalog;

import java.time.LocalDate;
import java.util.List;

/**
 * A webtoon as administrators see and edit it. What readers did to it is not part of it,
 * so that a like given meanwhile is no conflict between two administrators.
 *
 * @param id the webtoon's number, positive
 * @param title its title
 * @param author the name under which its author publishes
 * @param genre the code of the kind of story it tells
 * @param publishDay the day on which its new episodes come out
 * @param thumbnail the path of its picture on this server, which its number decides
 * @param synopsis what it is about, in a sentence or two
 * @param registeredDate when it was registered here
 */
record AdministeredWebtoon(long id, String title, String author, String genre, PublishDay publishDay, String thumbnail,
		String synopsis, LocalDate registeredDate) {

	/**
	 * Tells whether readers see the same of both in a list, wherever it stands there.
	 */
	boolean looksLike(AdministeredWebtoon other) {
		return shown().equals(other.shown());
	}

	private List<Object> shown() {
		return List.of(this.id, this.title, this.author, this.genre, this.publishDay, this.thumbnail, this.synopsis);
	}

}
