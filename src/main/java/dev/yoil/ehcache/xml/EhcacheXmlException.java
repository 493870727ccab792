package dev.yoil.ehcache.xml;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Refusal of a cache configuration file: all that is wrong with it, each time where, what
 * and what to write instead, and the whole file as it should be where that is known.
 */
public final class EhcacheXmlException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final Mistake[] mistakes;

	private final @Nullable String corrected;

	EhcacheXmlException(String file, int line, int column, String problem, String remedy) {
		this(List.of(new Mistake(file, line, column, problem, remedy)), null, null);
	}

	/**
	 * Refuses a cache that is declared well, but cannot be used as it is.
	 */
	public EhcacheXmlException(EhcacheXml file, DeclaredCache cache, String problem, String remedy) {
		this(file.file(), cache.place().cache(), 0, problem, remedy);
	}

	/**
	 * Refuses to be one of several instances.
	 */
	public EhcacheXmlException(EhcacheXml file, DeclaredCluster cluster, String problem, String remedy) {
		this(file.file(), cluster.line(), 0, problem, remedy);
	}

	/**
	 * Refuses to share values.
	 */
	public EhcacheXmlException(EhcacheXml file, DeclaredCluster.Tier tier, String problem, String remedy) {
		this(file.file(), tier.line(), 0, problem, remedy);
	}

	/**
	 * Refuses a file that does not fit the application.
	 */
	public EhcacheXmlException(EhcacheXml file, String problem, String remedy) {
		this(file.file(), 0, 0, problem, remedy);
	}

	EhcacheXmlException(String file, String problem, String remedy, @Nullable Throwable cause) {
		this(List.of(new Mistake(file, 0, 0, problem, remedy)), null, cause);
	}

	/**
	 * Refuses a file for several reasons.
	 * @param mistakes at least one, in the order in which to tell them
	 * @param corrected the file as it should be; {@code null} if that is not known
	 */
	EhcacheXmlException(List<Mistake> mistakes, @Nullable String corrected, @Nullable Throwable cause) {
		super(message(mistakes, corrected), cause);
		this.mistakes = mistakes.toArray(Mistake[]::new);
		this.corrected = corrected;
	}

	private static String message(List<Mistake> mistakes, @Nullable String corrected) {
		Stream<String> head = (mistakes.size() > 1)
				? Stream.of(mistakes.get(0).file() + " has " + mistakes.size() + " mistakes:") : Stream.empty();
		Stream<String> tail = (corrected != null) ? Stream.of("", "The file as it should be:", "", corrected)
				: Stream.empty();
		return Stream.of(head, mistakes.stream().map(Mistake::toString), tail)
			.flatMap((lines) -> lines)
			.collect(Collectors.joining("\n"));
	}

	/**
	 * {@return all that is wrong, at least one mistake, in the order of the file}
	 */
	public List<Mistake> mistakes() {
		return List.of(this.mistakes);
	}

	/**
	 * {@return the whole file as it should be, without its comments; {@code null} if that
	 * takes more than leaving out or replacing what is refused}
	 */
	public @Nullable String corrected() {
		return this.corrected;
	}

}
