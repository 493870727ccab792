package dev.yoil.webtoon.moderation;

import java.util.Collection;
import java.util.List;

import dev.yoil.webtoon.ProblemType;

import org.springframework.stereotype.Component;

/**
 * The words that nobody may write here, held in memory. Thread-safe: a text is held
 * against the words of one moment.
 */
@Component
public class BannedWords {

	private volatile WordMatcher matcher = new WordMatcher(List.of());

	BannedWords() {
	}

	/**
	 * Refuses a text with banned words in it. To be called before a transaction begins:
	 * it may take a few milliseconds, and needs no database.
	 * @param field what the client calls the text
	 * @param text what somebody wrote
	 * @throws org.springframework.web.ErrorResponseException if it has a banned word in
	 * it: {@link ProblemType#BANNED_WORDS}. It tells the field, but not the word, for
	 * whoever looks for a way around
	 */
	public void refuse(String field, String text) {
		if (this.matcher.matches(text)) {
			throw ProblemType.BANNED_WORDS
				.exception("'" + field + "' has words in it that are not allowed here. Say it in other words.");
		}
	}

	void replace(Collection<BannedWord> words) {
		this.matcher = new WordMatcher(words);
	}

}
