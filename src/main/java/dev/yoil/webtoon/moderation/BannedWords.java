package dev.yoil.webtoon.moderation;

import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.yoil.ehcache.region.Regions;
import dev.yoil.webtoon.ListPage;
import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.problem.ProblemType;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The words that nobody may write here. Thread-safe: a text is held against the words of
 * one moment.
 */
@Service
public class BannedWords extends RevisedList<BannedWord> {

	/**
	 * In all words together. Each takes some 200 bytes of memory, twice while the matcher
	 * is built: so these take some 100 MB.
	 */
	private static final int MOST_LETTERS = 300_000;

	private final JdbcClient jdbc;

	private final Clock clock;

	private volatile WordMatcher matcher = new WordMatcher(List.of());

	BannedWords(JdbcClient jdbc, TransactionTemplate transaction, Regions regions, Clock clock) {
		super(jdbc, transaction, regions, new Table("banned_word", "id, word, match_mode as match, created_at",
				"BANNED_WORDS", "banned-words", ProblemType.UNKNOWN_BANNED_WORD), BannedWord.class);
		this.jdbc = jdbc;
		this.clock = clock;
	}

	@Override
	protected void use(List<BannedWord> words) {
		this.matcher = new WordMatcher(words);
	}

	/**
	 * Refuses a text with banned words in it. Needs no database.
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

	/**
	 * A page of the banned words.
	 * @param query what they have in them, however it is written
	 */
	ListPage<BannedWord> page(PageParameters part, PlainText query) {
		if (query.letters().isEmpty()) {
			return page(part);
		}
		List<BannedWord> found = entries().stream()
			.filter((word) -> PlainText.of(word.word()).letters().contains(query.letters()))
			.toList();
		return new ListPage<>(found.stream().skip(part.offset()).limit(part.size()).toList(), part.page(), part.size(),
				found.size());
	}

	/**
	 * Bans words: all of them, or none if one cannot be banned.
	 * @param match where they are to be found, {@code null} for what is usual for each
	 * @return them as they are kept, in their order
	 */
	List<BannedWord> ban(List<String> words, @Nullable WordMatch match) {
		return change((before) -> {
			Map<String, String> banned = byLetters(before);
			for (String word : words) {
				add(word, banned);
				this.jdbc.sql("insert into banned_word (word, match_mode, created_at) values (?, ?, ?)")
					.params(word, match(word, match), OffsetDateTime.ofInstant(this.clock.instant(), ZoneOffset.UTC))
					.update();
			}
			refuseTooMany(banned);
			return entries().stream().skip(before.size()).toList();
		});
	}

	/**
	 * Writes another word in the place of one.
	 * @param match where it is to be found, {@code null} for what is usual for it
	 */
	BannedWord change(long id, String word, @Nullable WordMatch match) {
		return change((before) -> {
			BannedWord one = get(id);
			Map<String, String> banned = byLetters(before);
			banned.remove(PlainText.of(one.word()).letters());
			add(word, banned);
			refuseTooMany(banned);
			this.jdbc.sql("update banned_word set word = ?, match_mode = ? where id = ?")
				.params(word, match(word, match), id)
				.update();
			return get(id);
		});
	}

	private static Map<String, String> byLetters(List<BannedWord> words) {
		Map<String, String> banned = new HashMap<>();
		words.forEach((word) -> banned.put(PlainText.of(word.word()).letters(), word.word()));
		return banned;
	}

	private static String match(String word, @Nullable WordMatch match) {
		return ((match != null) ? match : WordMatch.usual(word)).name();
	}

	private static void add(String word, Map<String, String> banned) {
		String letters = PlainText.of(word).letters();
		if (letters.isEmpty()) {
			throw ProblemType.REFUSED_VALUES.exception("'" + word + "' has no letter and no digit to look for.");
		}
		String same = banned.putIfAbsent(letters, word);
		if (same != null) {
			throw ProblemType.BANNED_WORD_EXISTS.exception("'%s' is banned already, as '%s'.".formatted(word, same));
		}
	}

	private static void refuseTooMany(Map<String, String> banned) {
		int letters = banned.keySet().stream().mapToInt(String::length).sum();
		if (letters > MOST_LETTERS) {
			throw ProblemType.TOO_MANY_BANNED_WORDS.exception(
					"All banned words together would have %d letters to look for. There is room for %d in memory: allow some again, or ban shorter ones."
						.formatted(letters, MOST_LETTERS));
		}
	}

}
