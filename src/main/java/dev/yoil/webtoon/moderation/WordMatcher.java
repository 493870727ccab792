package dev.yoil.webtoon.moderation;

import java.util.BitSet;
import java.util.Collection;

import org.ahocorasick.trie.PayloadTrie;

/**
 * A matcher that finds all banned words in a text in one pass (Aho and Corasick, CACM
 * 1975). Immutable.
 */
final class WordMatcher {

	private final PayloadTrie<Word> words;

	WordMatcher(Collection<BannedWord> words) {
		PayloadTrie.PayloadTrieBuilder<Word> all = PayloadTrie.builder();
		for (BannedWord word : words) {
			NormalizedText plain = NormalizedText.of(word.word());
			all.addKeyword(plain.letters(), new Word(word.match() == WordMatch.WHOLE, plain.gaps()));
		}
		this.words = all.build();
	}

	boolean matches(String text) {
		NormalizedText plain = NormalizedText.of(text);
		// The library's end is inclusive, ours is exclusive.
		return this.words.parseText(plain.letters())
			.stream()
			.anyMatch((find) -> find.getPayload().stands(plain.gaps(), find.getStart(), find.getEnd() + 1));
	}

	/**
	 * The condition for a match.
	 *
	 * @param whole whether the word must stand alone
	 * @param gaps the gaps of the word, which are optional in a text
	 */
	private record Word(boolean whole, BitSet gaps) {

		/**
		 * Returns whether a reader sees the word there: it must not be split over two
		 * words, as in "was so".
		 */
		boolean stands(BitSet text, int begin, int end) {
			BitSet inside = text.get(begin, end);
			inside.clear(0);
			inside.andNot(this.gaps);
			return (!this.whole && inside.isEmpty()) || (text.get(begin) && text.get(end));
		}

	}

}
