package dev.yoil.ehcache.xml;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The command that translates a file of Ehcache 2. Uses nothing but the JDK.
 */
final class Convert {

	private static final String ANOTHER = "Name one that begins with <ehcache>.";

	private static final int TRANSLATED = 0;

	private static final int NOT_TRANSLATED = 1;

	private static final int MISUSED = 2;

	private Convert() {
	}

	/**
	 * Prints the translation of a file, and what could not be carried over as it was as
	 * errors. Exits with 0, or with 1 if the file cannot be translated, or with 2 if the
	 * arguments are not those.
	 * @param arguments {@code convert} and the path of the file
	 */
	public static void main(String[] arguments) {
		System.exit(run(System.out, System.err, arguments));
	}

	static int run(PrintStream out, PrintStream errors, String... arguments) {
		if (arguments.length != 2 || !arguments[0].equals("convert")) {
			errors.println("Usage: convert FILE");
			errors.println("Prints the translation of an ehcache.xml of Ehcache 2; remarks go to the standard error.");
			return MISUSED;
		}
		String file = arguments[1];
		try {
			LocatedElement root = LocatedElementReader.read(file, Files.readAllBytes(Path.of(file)), ANOTHER);
			if (!Ehcache2.is(root)) {
				errors.println(root
					.mistake("this is not a file of Ehcache 2: its root element is <" + root.tag() + ">.", ANOTHER));
				return NOT_TRANSLATED;
			}
			Ehcache2 translation = new Ehcache2(root);
			out.println("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
			out.println(translation.text());
			translation.remarks().forEach(errors::println);
			return TRANSLATED;
		}
		catch (EhcacheXmlException ex) {
			errors.println(ex.getMessage());
		}
		catch (IOException ex) {
			errors.println(file + ": cannot be read. Name a file that exists.");
		}
		return NOT_TRANSLATED;
	}

}
