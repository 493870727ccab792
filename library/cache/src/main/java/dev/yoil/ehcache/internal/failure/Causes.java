package dev.yoil.ehcache.internal.failure;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Reads exceptions that code of the application has thrown. Their chains of causes may be
 * circular, and each of their methods may throw.
 */
public final class Causes {

	/** The longest chain that is followed. */
	private static final int MOST = 100;

	private Causes() {
	}

	/**
	 * {@return an exception and its causes, 100 at most}
	 */
	public static List<Throwable> of(Throwable thrown) {
		List<Throwable> chain = new ArrayList<>();
		Throwable next = thrown;
		while (next != null && chain.size() < MOST) {
			chain.add(next);
			next = cause(next);
		}
		return chain;
	}

	/**
	 * {@return the last cause of an exception; the exception itself if it has none}
	 */
	public static Throwable root(Throwable thrown) {
		List<Throwable> chain = of(thrown);
		return chain.get(chain.size() - 1);
	}

	/**
	 * {@return the cause of an exception; {@code null} if it has none or does not tell}
	 */
	public static @Nullable Throwable cause(Throwable thrown) {
		try {
			return thrown.getCause();
		}
		catch (RuntimeException ex) {
			return null;
		}
	}

	/**
	 * {@return the message of an exception; {@code null} if it has none or does not tell}
	 */
	public static @Nullable String message(Throwable thrown) {
		try {
			return thrown.getMessage();
		}
		catch (RuntimeException | StackOverflowError ex) {
			return null;
		}
	}

	/**
	 * {@return the text of an exception; the name of its type if it has no text}
	 */
	public static String text(Throwable thrown) {
		try {
			return thrown.toString();
		}
		catch (RuntimeException | StackOverflowError ex) {
			return thrown.getClass().getName();
		}
	}

	/**
	 * {@return an exception that a logger can write: the given one or, if it cannot be
	 * written, another that names its type}
	 */
	public static Throwable loggable(Throwable thrown) {
		try {
			thrown.printStackTrace(new PrintWriter(Writer.nullWriter()));
			return thrown;
		}
		catch (RuntimeException | StackOverflowError ex) {
			return new IllegalStateException(thrown.getClass().getName() + ", which cannot be written");
		}
	}

}
