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
	 * @return them as they are kept, in their order
	 */
	List<BannedWord> ban(List<String> words) {
		return this.changes.make(ModerationList.BANNED_WORDS, (now) -> {
			List<BannedWord> banned = new ArrayList<>();
			for (String word : words) {
				banned.add(ban(word, now));
			}
			return banned;
		});
	}

	/**
	 * Writes another word in the place of one.
	 * @param id the number of the one
	 * @param word the other
	 */
	BannedWord change(long id, String word) {
		return this.changes.make(ModerationList.BANNED_WORDS, (now) -> {
			BannedWord before = get(id);
			String normalised = normalised(word);
			Optional<Long> same = this.table.findId(normalised);
			if (same.isPresent() && same.get() != id) {
				throw exists(word, same.get());
			}
			this.table.change(id, word, normalised);
			return new BannedWord(id, word, before.createdAt());
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

	private BannedWord ban(String word, Instant now) {
		String normalised = normalised(word);
		this.table.findId(normalised).ifPresent((id) -> {
			throw exists(word, id);
		});
		return this.table.add(word, normalised, now);
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

	private static ErrorResponseException exists(String word, long id) {
		return ProblemType.BANNED_WORD_EXISTS
			.exception("'%s' is banned already, perhaps in another spelling: number %d.".formatted(word, id));
	}

	private static ErrorResponseException unknown() {
		return ProblemType.UNKNOWN_BANNED_WORD.exception("There is no banned word of this number.");
	}

}
