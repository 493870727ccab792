package dev.yoil.ehcache.xml;

import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a cache configuration file cannot be used. The message lists every error with
 * its file, line, column and fix.
 */
public final class EhcacheXmlException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String problem;

	private final String remedy;

	private EhcacheXmlException(String message, String problem, String remedy, @Nullable Throwable cause) {
		super(message, cause);
		this.problem = problem;
		this.remedy = remedy;
	}

	EhcacheXmlException(XmlError error, @Nullable Throwable cause) {
		this(error.toString(), error.description(), error.remedy(), cause);
	}

	/**
	 * Creates the exception for a file that is missing or unreadable.
	 */
	public EhcacheXmlException(String file, String problem, String remedy) {
		this(new XmlError(file, 0, 0, problem, remedy), null);
	}

	/**
	 * Creates the exception for a valid declaration that cannot be used here.
	 * @param line the line of the declaration, from 1; 0 for the whole file
	 */
	public EhcacheXmlException(EhcacheXml file, int line, String problem, String remedy) {
		this(new XmlError(file.file(), line, 0, problem, remedy), null);
	}

	/**
	 * Creates the exception for a listener that cannot be created.
	 */
	public EhcacheXmlException(EhcacheXml file, DeclaredCache.Listener listener, String problem, String remedy,
			Throwable cause) {
		this(new XmlError(file.file(), listener.line(), 0, problem, remedy), cause);
	}

	static EhcacheXmlException of(List<XmlError> errors) {
		if (errors.size() == 1) {
			return new EhcacheXmlException(errors.get(0), null);
		}
		String list = errors.stream()
			.map(XmlError::toString)
			.collect(Collectors.joining("\n", errors.get(0).file() + " has " + errors.size() + " errors:\n", ""));
		return new EhcacheXmlException(list, list, "Correct all of them.", null);
	}

	/**
	 * Returns the same exception with another remedy.
	 */
	public EhcacheXmlException withRemedy(String remedy) {
		return new EhcacheXmlException(this.problem + "\n\n" + remedy, this.problem, remedy, this);
	}

	/**
	 * {@return the place and the problem, or the list of all errors}
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * {@return the fix, a full sentence or more}
	 */
	public String remedy() {
		return this.remedy;
	}

}
