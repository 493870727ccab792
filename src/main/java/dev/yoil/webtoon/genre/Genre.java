package dev.yoil.webtoon.genre;

/**
 * A kind of story that a webtoon may tell.
 *
 * @param code what webtoons refer to it by
 * @param label its name for Korean readers
 * @param labelEn its name for English readers
 */
public record Genre(String code, String label, String labelEn) {
}
