package dev.yoil.webtoon.moderation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.ProblemType;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.ErrorResponseException;

/**
 * Bans words and allows them again.
 */
@Service
class BannedWordAdministration {

	/** As many characters as the database has room for. */
	private static final int LONGEST = 300;

	/**
	 * In all words together, Korean ones by their jamo. Each takes some 200 bytes of
	 * memory, twice while the words are made ready anew: so these take some 100 MB.
	 */
	private static final int MOST_LETTERS = 300_000;

	private final BannedWordTable table;

	private final ModerationChanges changes;

	BannedWordAdministration(BannedWordTable table, ModerationChanges changes) {
		this.table = table;
		this.changes = changes;
	}

	/**
	 * A page of the banned words.
	 * @param part which page
	 * @param query what they have in them, however it is spelt; {@code null} for all
	 */
	@Transactional(readOnly = true)
	public ModerationPage<BannedWord> page(PageParameters part, @Nullable String query) {
		return this.table.page(part, (query != null) ? PlainText.of(query).characters() : "");
	}

	@Transactional(readOnly = true)
	public BannedWord get(long id) {
		return this.table.find(id).orElseThrow(BannedWordAdministration::unknown);
	}

	/**
	 * Bans words: all of them, or none if one cannot be banned.
	 * @param words the words
	 * @param match where they are to be found, {@code null} for what is usual for each
	 * @return them as they are kept, in their order
	 */
	List<BannedWord> ban(List<String> words, @Nullable WordMatch match) {
		return this.changes.make(ModerationList.BANNED_WORDS, (now) -> {
			List<BannedWord> banned = new ArrayList<>();
			for (String word : words) {
				banned.add(ban(word, match, now));
			}
			refuseTooMany();
			return banned;
		});
	}

	/**
	 * Writes another word in the place of one.
	 * @param id the number of the one
	 * @param word the other
	 * @param match where it is to be found, {@code null} for what is usual for it
	 */
	BannedWord change(long id, String word, @Nullable WordMatch match) {
		return this.changes.make(ModerationList.BANNED_WORDS, (now) -> {
			BannedWord before = get(id);
			String normalised = normalised(word);
			Optional<Long> same = this.table.findId(normalised);
			if (same.isPresent() && same.get() != id) {
				throw exists(word, same.get());
			}
			WordMatch where = where(word, match);
			this.table.change(id, word, normalised, where);
			refuseTooMany();
			return new BannedWord(id, word, where, before.createdAt());
		});
	}

	/**
	 * Allows a word again.
	 * @param id its number
	 */
	void allow(long id) {
		this.changes.make(ModerationList.BANNED_WORDS, (now) -> {
			if (!this.table.remove(id)) {
				throw unknown();
			}
			return id;
		});
	}

	private BannedWord ban(String word, @Nullable WordMatch match, Instant now) {
		String normalised = normalised(word);
		this.table.findId(normalised).ifPresent((id) -> {
			throw exists(word, id);
		});
		return this.table.add(word, normalised, where(word, match), now);
	}

	private static WordMatch where(String word, @Nullable WordMatch match) {
		return (match != null) ? match : WordMatch.usual(word);
	}

	private static String normalised(String word) {
		String normalised = PlainText.of(word).characters();
		if (normalised.isEmpty()) {
			throw ProblemType.REFUSED_VALUES.exception("'" + word + "' has no letter and no digit to look for.");
		}
		if (normalised.length() > LONGEST) {
			throw ProblemType.REFUSED_VALUES.exception("'" + word + "' is too long once its signs are written out.");
		}
		return normalised;
	}

	/**
	 * Called when they are written, in the transaction that is undone then.
	 */
	private void refuseTooMany() {
		long letters = this.table.letters();
		if (letters > MOST_LETTERS) {
			throw ProblemType.TOO_MANY_BANNED_WORDS.exception(
					"All banned words together would have %d letters to look for. There is room for %d in memory: allow some again, or ban shorter ones."
						.formatted(letters, MOST_LETTERS));
		}
	}

	private static ErrorResponseException exists(String word, long id) {
		return ProblemType.BANNED_WORD_EXISTS
			.exception("'%s' is banned already, perhaps in another spelling: number %d.".formatted(word, id));
	}

	private static ErrorResponseException unknown() {
		return ProblemType.UNKNOWN_BANNED_WORD.exception("There is no banned word of this number.");
	}

}
