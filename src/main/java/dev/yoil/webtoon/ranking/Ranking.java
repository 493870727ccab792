package dev.yoil.webtoon.ranking;

import java.time.LocalDate;
import java.util.List;

/**
 * The webtoons that readers cared for most in a period, as far as it has gone.
 *
 * @param period how long it is
 * @param from its first day
 * @param to its last day
 * @param items the webtoons, the best first
 */
public record Ranking(RankingPeriod period, LocalDate from, LocalDate to, List<RankedWebtoon> items) {
}
