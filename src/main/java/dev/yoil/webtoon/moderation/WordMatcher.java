package dev.yoil.webtoon.moderation;

import java.util.BitSet;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;

import org.ahocorasick.trie.PayloadTrie;
import org.ahocorasick.trie.handler.PayloadEmitHandler;

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
			all.addKeyword(plain.characters(), Word.of(plain, word.match()));
		}
		this.words = all.stopOnHit().build();
	}

	/**
	 * Whether a text has a banned word in it.
	 * @param text any text
	 * @return whether it has
	 */
	boolean matches(String text) {
		return PlainText.readings(text).stream().anyMatch(this::matches);
	}

	private boolean matches(PlainText text) {
		AtomicBoolean found = new AtomicBoolean();
		this.words.parseText(text.characters(), (PayloadEmitHandler<Word>) (find) -> {
			// The library's end is the last character, ours the one behind.
			boolean stands = find.getPayload().stands(text, find.getStart(), find.getEnd() + 1);
			found.compareAndSet(false, stands);
			return stands;
		});
		return found.get();
	}

	/**
	 * What a find has to be to count.
	 *
	 * @param whole whether it must not be part of a longer word
	 * @param single whether it is a single syllable, which behind a number may be what is
	 * counted
	 * @param gaps where the banned word itself has gaps, at which a text may have any
	 */
	private record Word(boolean whole, boolean single, BitSet gaps) {

		static Word of(PlainText word, WordMatch match) {
			BitSet gaps = new BitSet();
			for (int index = 1; index < word.characters().length(); index++) {
				gaps.set(index, word.gapBefore(index) != Gap.NONE);
			}
			return new Word(match == WordMatch.WHOLE, word.isSyllabic() && word.unitCount() == 1, gaps);
		}

		/**
		 * Whether the word stands there for a reader, and is not put together from parts
		 * of others.
		 */
		boolean stands(PlainText text, int begin, int end) {
			if (!text.isUnit(begin) || !text.isUnit(end)) {
				return false;
			}
			if (this.whole && !standsAlone(text, begin, end)) {
				return false;
			}
			return switch (widestGap(text, begin, end)) {
				case NONE -> true;
				case MARK -> text.gapBefore(begin) != Gap.NONE;
				case SPACE -> text.gapBefore(begin) != Gap.NONE && text.gapBefore(end) != Gap.NONE;
			};
		}

		private boolean standsAlone(PlainText text, int begin, int end) {
			return text.isEdge(begin) && text.isEdge(end) && !(this.single && text.isCounted(begin));
		}

		private Gap widestGap(PlainText text, int begin, int end) {
			Gap widest = Gap.NONE;
			for (int index = 1; index < end - begin; index++) {
				Gap gap = text.gapBefore(begin + index);
				if (gap.compareTo(widest) > 0 && !this.gaps.get(index)) {
					widest = gap;
				}
			}
			return widest;
		}

	}

}
