package dev.yoil.webtoon.moderation;

import java.util.BitSet;
import java.util.Collection;

import org.ahocorasick.trie.PayloadTrie;

/**
 * Finds banned words in texts: all of them in one pass (Aho-Corasick). Immutable and
 * thread-safe.
 */
final class WordMatcher {

	private final PayloadTrie<Word> words;

	/**
	 * Prepares to find words.
	 * @param words the words; those without letters and digits are never found
	 */
	WordMatcher(Collection<BannedWord> words) {
		PayloadTrie.PayloadTrieBuilder<Word> all = PayloadTrie.builder();
		for (BannedWord word : words) {
			PlainText plain = PlainText.of(word.word());
			all.addKeyword(plain.letters(), new Word(word.match() == WordMatch.WHOLE, plain.gaps()));
		}
		this.words = all.build();
	}

	boolean matches(String text) {
		PlainText plain = PlainText.of(text);
		// The library's end is the last letter, ours the one behind.
		return this.words.parseText(plain.letters())
			.stream()
			.anyMatch((find) -> find.getPayload().stands(plain.gaps(), find.getStart(), find.getEnd() + 1));
	}

	/**
	 * What a find has to be to count.
	 *
	 * @param whole whether it must not be part of a longer word
	 * @param gaps those of the word itself, at which a text may have one or none
	 */
	private record Word(boolean whole, BitSet gaps) {

		/**
		 * Whether the word stands there for a reader: it is not put together from the end
		 * of one word and the beginning of the next, as in "was so".
		 */
		boolean stands(BitSet text, int begin, int end) {
			BitSet inside = text.get(begin, end);
			inside.clear(0);
			inside.andNot(this.gaps);
			return (!this.whole && inside.isEmpty()) || (text.get(begin) && text.get(end));
		}

	}

}
