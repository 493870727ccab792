package dev.yoil.webtoon.catalog;

import java.time.LocalDate;

import org.jspecify.annotations.Nullable;

/**
 * What the page of one webtoon shows.
 *
 * @param id the webtoon's number, positive
 * @param title its title
 * @param author the name under which its author publishes
 * @param genre the code of the kind of story it tells
 * @param publishDay the day on which its new episodes come out
 * @param thumbnail the path of its picture on this server
 * @param synopsis what it is about, in a sentence or two
 * @param registeredDate when it was registered here
 * @param likes how many visitors like it
 * @param reviews how many reviews it has
 * @param rating the mean of their ratings, from 1 to 5; {@code null} without reviews
 */
public record WebtoonDetails(long id, String title, String author, String genre, PublishDay publishDay,
		String thumbnail, String synopsis, LocalDate registeredDate, long likes, long reviews,
		@Nullable Double rating) {
}
