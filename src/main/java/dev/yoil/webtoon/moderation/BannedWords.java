package dev.yoil.webtoon.moderation;

import java.sql.ResultSet;
import java.sql.SQLException;
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
 * The banned words. Thread-safe: each check uses the words of one moment.
 */
@Service
public class BannedWords extends ReplicatedTable<BannedWord> {

	/**
	 * Limit on the letters of all words together. Each takes about 200 bytes, twice while
	 * the matcher is built: about 100 MB in all.
	 */
	private static final int MOST_LETTERS = 300_000;

	private final JdbcClient jdbc;

	private final Clock clock;

	private volatile WordMatcher matcher = new WordMatcher(List.of());

	BannedWords(JdbcClient jdbc, TransactionTemplate transaction, Regions regions, Clock clock) {
		super(jdbc, transaction, regions, new Table("banned_word", "id, word, match_mode, created_at", "BANNED_WORDS",
				"banned-words", ProblemType.UNKNOWN_BANNED_WORD), BannedWords::row);
		this.jdbc = jdbc;
		this.clock = clock;
	}

	private static BannedWord row(ResultSet row, int number) throws SQLException {
		return new BannedWord(row.getLong("id"), row.getString("word"), WordMatch.valueOf(row.getString("match_mode")),
				row.getObject("created_at", OffsetDateTime.class).toInstant());
	}

	@Override
	protected void use(List<BannedWord> words) {
		this.matcher = new WordMatcher(words);
	}

	/**
	 * Refuses a text that contains banned words, without using the database.
	 * @throws org.springframework.web.ErrorResponseException of type
	 * {@link ProblemType#BANNED_WORDS}. It names the field but not the word, which would
	 * help to evade the check
	 */
	public void refuse(String field, String text) {
		if (this.matcher.matches(text)) {
			throw ProblemType.BANNED_WORDS
				.exception("'" + field + "' contains words that are not allowed. Use other words.");
		}
	}

	/**
	 * Returns a page of the words that contain the letters of a query.
	 */
	ListPage<BannedWord> page(PageParameters part, NormalizedText query) {
		if (query.letters().isEmpty()) {
			return page(part);
		}
		List<BannedWord> found = entries().stream()
			.filter((word) -> NormalizedText.of(word.word()).letters().contains(query.letters()))
			.toList();
		return new ListPage<>(found.stream().skip(part.offset()).limit(part.size()).toList(), part.page(), part.size(),
				found.size());
	}

	/**
	 * Bans all of the words, or none if one of them is invalid.
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

	BannedWord change(long id, String word, @Nullable WordMatch match) {
		return change((before) -> {
			BannedWord one = get(id);
			Map<String, String> banned = byLetters(before);
			banned.remove(NormalizedText.of(one.word()).letters());
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
		words.forEach((word) -> banned.put(NormalizedText.of(word.word()).letters(), word.word()));
		return banned;
	}

	private static String match(String word, @Nullable WordMatch match) {
		return ((match != null) ? match : WordMatch.defaultFor(word)).name();
	}

	private static void add(String word, Map<String, String> banned) {
		String letters = NormalizedText.of(word).letters();
		if (letters.isEmpty()) {
			throw ProblemType.REFUSED_VALUES.exception("'" + word + "' has no letter or digit.");
		}
		String same = banned.putIfAbsent(letters, word);
		if (same != null) {
			throw ProblemType.BANNED_WORD_EXISTS.exception("'%s' is already banned as '%s'.".formatted(word, same));
		}
	}

	private static void refuseTooMany(Map<String, String> banned) {
		int letters = banned.keySet().stream().mapToInt(String::length).sum();
		if (letters > MOST_LETTERS) {
			throw ProblemType.TOO_MANY_BANNED_WORDS.exception(
					"All banned words together would have %d letters. The limit is %d: remove some, or ban shorter words."
						.formatted(letters, MOST_LETTERS));
		}
	}

}
