package dev.yoil.webtoon.sample;

import java.time.Instant;
import java.util.UUID;

/**
 * A made-up visitor who likes or reviews one webtoon.
 *
 * @param visitor who it is
 * @param webtoon the number of the webtoon
 * @param at when it was
 * @param reviews whether it is a review, with what follows, instead of a like
 * @param nickname the name under which it is shown
 * @param rating from 1 to 5
 * @param text a sentence or two
 */
record SampleReader(UUID visitor, long webtoon, Instant at, boolean reviews, String nickname, int rating, String text) {
}
