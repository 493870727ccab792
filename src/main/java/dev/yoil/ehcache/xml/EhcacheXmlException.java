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

	private final @Nullable Correction correction;

	/** In the place of those of the mistakes. */
	private final @Nullable String remedy;

	EhcacheXmlException(String file, int line, int column, String problem, String remedy) {
		this(List.of(new Mistake(file, line, column, problem, remedy)), null);
	}

	/**
	 * Refuses a cache that is declared well, but cannot be used as it is.
	 */
	public EhcacheXmlException(EhcacheXml file, DeclaredCache cache, String problem, String remedy) {
		this(file.file(), cache.place().cache(), 0, problem, remedy);
	}

	/**
	 * Refuses a listener that is declared well, but cannot be made.
	 */
	public EhcacheXmlException(EhcacheXml file, DeclaredCache.Listener listener, String problem, String remedy,
			Throwable cause) {
		this(List.of(new Mistake(file.file(), listener.line(), 0, problem, remedy)), null, cause);
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
	 * Refuses to do without a file.
	 */
	public EhcacheXmlException(String file, String problem, String remedy) {
		this(file, 0, 0, problem, remedy);
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
	 * @param correction what to write instead; {@code null} if that is not known
	 */
	EhcacheXmlException(List<Mistake> mistakes, @Nullable Correction correction) {
		this(mistakes, correction, null);
	}

	private EhcacheXmlException(List<Mistake> mistakes, @Nullable Correction correction, @Nullable Throwable cause) {
		super(Stream.of(introduction(mistakes), list(mistakes), (correction != null) ? "\n\n" + correction : "")
			.collect(Collectors.joining()), cause);
		this.mistakes = mistakes.toArray(Mistake[]::new);
		this.correction = correction;
		this.remedy = null;
	}

	private EhcacheXmlException(EhcacheXmlException refusal, String remedy) {
		super(refusal.problem() + "\n\n" + remedy, refusal);
		this.mistakes = refusal.mistakes;
		this.correction = null;
		this.remedy = remedy;
	}

	/**
	 * Returns the same refusal with another remedy.
	 */
	public EhcacheXmlException withRemedy(String remedy) {
		return new EhcacheXmlException(this, remedy);
	}

	private static String introduction(List<Mistake> mistakes) {
		return (mistakes.size() > 1) ? mistakes.get(0).file() + " has " + mistakes.size() + " mistakes:\n" : "";
	}

	private static String list(List<Mistake> mistakes) {
		return mistakes.stream().map(Mistake::toString).collect(Collectors.joining("\n"));
	}

	/**
	 * {@return all that is wrong, at least one mistake, in the order of the file}
	 */
	public List<Mistake> mistakes() {
		return List.of(this.mistakes);
	}

	/**
	 * {@return what is wrong and where, without what to do about a single mistake}
	 */
	public String problem() {
		Mistake first = this.mistakes[0];
		return (this.mistakes.length == 1) ? first.place() + ": " + first.problem()
				: introduction(mistakes()) + "\n" + list(mistakes());
	}

	/**
	 * {@return what to do, with the whole file as it should be if that takes no more than
	 * leaving out, replacing or translating what is refused}
	 */
	public String remedy() {
		if (this.remedy != null) {
			return this.remedy;
		}
		String remedy = (this.mistakes.length == 1) ? this.mistakes[0].remedy() : "Correct all of them.";
		return (this.correction != null) ? remedy + "\n\n" + this.correction : remedy;
	}

}
