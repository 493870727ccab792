package dev.yoil.webtoon.catalog;

/**
 * The webtoons of a publish day that are of one genre.
 *
 * @param publishDay the publish day
 * @param genre the code of the genre
 */
record PublishDayGenre(PublishDay publishDay, String genre) {

	@Override
	public String toString() {
		return this.publishDay + " of " + this.genre;
	}

}
