package dev.yoil.ehcache.xml;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * The command that translates an Ehcache 2 file. It needs nothing but the JDK.
 */
final class Convert {

	private static final String ANOTHER = "Name one that begins with <ehcache>.";

	private Convert() {
	}

	/**
	 * Prints the translation of a file, and remarks on the standard error. Exits with 0;
	 * with 1 if the file cannot be translated; with 2 if the arguments are wrong.
	 * @param arguments {@code convert} and the path of the file
	 */
	public static void main(String[] arguments) {
		System.exit(run(System.out, System.err, arguments));
	}

	static int run(PrintStream out, PrintStream errors, String... arguments) {
		if (arguments.length != 2 || !arguments[0].equals("convert")) {
			errors.println("Usage: convert FILE");
			errors.println("Prints the translation of an ehcache.xml of Ehcache 2; remarks go to the standard error.");
			return 2;
		}
		String file = arguments[1];
		try {
			LocatedElement root = LocatedElementReader.read(file, FileContent.read(file, Path.of(file)),
					(element, written) -> written, ANOTHER);
			if (!Ehcache2.is(root)) {
				throw root.fatal("this is not an Ehcache 2 file: its root element is <" + root.tag() + ">.", ANOTHER);
			}
			Ehcache2 translation = new Ehcache2(root);
			out.println("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
			out.println(translation.text());
			translation.remarks().forEach(errors::println);
			return 0;
		}
		catch (EhcacheXmlException ex) {
			errors.println(ex.getMessage());
		}
		catch (IOException ex) {
			errors.println(file + ": cannot be read. Name a file that exists.");
		}
		return 1;
	}

}
