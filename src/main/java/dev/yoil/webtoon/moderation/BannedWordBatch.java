package dev.yoil.webtoon.moderation;

import java.util.List;

/**
 * Words that were banned together.
 *
 * @param items the words, in the order in which they were sent
 */
record BannedWordBatch(List<BannedWord> items) {
}
