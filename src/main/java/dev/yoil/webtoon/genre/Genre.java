package dev.yoil.webtoon.genre;

/**
 * A genre, with its code, by which webtoons refer to it, and its Korean and English
 * names.
 */
public record Genre(String code, String label, String labelEn) {
}
