package dev.yoil.webtoon.sample;

import java.time.LocalDate;

import dev.yoil.webtoon.catalog.PublishDay;

/**
 * A made-up webtoon, as it is written into an empty database.
 *
 * @param id its number, positive
 * @param title its title, which no other has
 * @param author a Korean name or pen name
 * @param genre the code of the kind of story it tells
 * @param publishDay the day on which its new episodes come out
 * @param thumbnail the path of its picture on this server
 * @param synopsis what it is about, in two Korean sentences
 * @param registeredDate the day on which it was taken into the catalog
 */
record SampleWebtoon(long id, String title, String author, String genre, PublishDay publishDay, String thumbnail,
		String synopsis, LocalDate registeredDate) {
}
