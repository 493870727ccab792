package dev.yoil.webtoon.ranking;

import java.time.LocalDate;
import java.util.List;

/**
 * The most popular webtoons of the current period, best first, with the first and last
 * day of the period.
 */
public record Ranking(RankingPeriod period, LocalDate from, LocalDate to, List<RankedWebtoon> items) {
}
