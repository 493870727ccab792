package dev.yoil.webtoon.ranking;

/**
 * A webtoon in its place of a ranking.
 *
 * @param rank its place, from 1; no two webtoons share one
 * @param score what {@link Rankings} gives it
 * @param likes how many visitors liked it in the period
 * @param reviews how many reviews were posted of it in the period
 * @param ratings the sum of their ratings
 * @param id the webtoon's number, positive
 * @param title its title
 * @param author the name under which its author publishes
 * @param genre the code of the kind of story it tells
 * @param publishDay the day on which its new episodes come out
 * @param thumbnail the path of its picture on this server
 */
public record RankedWebtoon(int rank, long score, long likes, long reviews, long ratings, long id, String title,
		String author, String genre, String publishDay, String thumbnail) {
}
