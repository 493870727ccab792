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
	 * Refuses texts with banned words in them. Each text is looked at by itself. To be
	 * called before a transaction begins: it may take a few milliseconds, and needs no
	 * database.
	 * @param texts what somebody wrote
	 * @throws org.springframework.web.ErrorResponseException if one has a banned word in
	 * it: {@link ProblemType#BANNED_WORDS}. It does not tell the word, for whoever looks
	 * for a way around
	 */
	public void refuse(String... texts) {
		WordMatcher now = this.matcher;
		for (String text : texts) {
			if (now.matches(text)) {
				throw ProblemType.BANNED_WORDS
					.exception("The text has words in it that are not allowed here. Say it in other words.");
			}
		}
	}

	void replace(Collection<String> words) {
		this.matcher = new WordMatcher(words);
	}

}
