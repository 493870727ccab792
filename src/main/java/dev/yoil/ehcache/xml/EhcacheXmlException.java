package dev.yoil.ehcache.xml;

import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Refusal of a cache configuration file: all that is wrong with it, each time where, what
 * and what to write instead.
 */
public final class EhcacheXmlException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final Mistake[] mistakes;

	private final String remedy;

	/**
	 * Refuses a file for several reasons.
	 * @param mistakes at least one, in the order in which to tell them
	 */
	EhcacheXmlException(List<Mistake> mistakes, @Nullable Throwable cause) {
		super(introduction(mistakes) + list(mistakes), cause);
		this.mistakes = mistakes.toArray(Mistake[]::new);
		this.remedy = (mistakes.size() == 1) ? mistakes.get(0).remedy() : "Correct all of them.";
	}

	EhcacheXmlException(String file, int line, int column, String problem, String remedy) {
		this(List.of(new Mistake(file, line, column, problem, remedy)), null);
	}

	/**
	 * Refuses to do without a file.
	 */
	public EhcacheXmlException(String file, String problem, String remedy) {
		this(file, 0, 0, problem, remedy);
	}

	/**
	 * Refuses what a file declares well, but cannot be used as it is.
	 * @param line where it is declared, from 1; 0 if it is no matter of a line
	 */
	public EhcacheXmlException(EhcacheXml file, int line, String problem, String remedy) {
		this(file.file(), line, 0, problem, remedy);
	}

	/**
	 * Refuses a listener that is declared well, but cannot be made.
	 */
	public EhcacheXmlException(EhcacheXml file, DeclaredCache.Listener listener, String problem, String remedy,
			Throwable cause) {
		this(List.of(new Mistake(file.file(), listener.line(), 0, problem, remedy)), cause);
	}

	private EhcacheXmlException(EhcacheXmlException refusal, String remedy) {
		super(refusal.problem() + "\n\n" + remedy, refusal);
		this.mistakes = refusal.mistakes;
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
	 * {@return what to do, a full sentence or more}
	 */
	public String remedy() {
		return this.remedy;
	}

}
