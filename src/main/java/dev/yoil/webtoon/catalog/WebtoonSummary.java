package dev.yoil.webtoon.catalog;

/**
 * What a list shows of one webtoon.
 *
 * @param id the webtoon's number, positive
 * @param title its title
 * @param author the name under which its author publishes
 * @param genre the code of the kind of story it tells
 * @param publishDay the day on which its new episodes come out
 * @param thumbnail the path of its picture on this server
 * @param synopsis what it is about, in a sentence or two
 */
record WebtoonSummary(long id, String title, String author, String genre, PublishDay publishDay, String thumbnail,
		String synopsis) {
}
