package dev.yoil.ehcache.xml;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * An XML element that knows where it stands, which neither DOM nor Ehcache's model does.
 *
 * @param file how the file is named in messages
 * @param namespace the namespace URI, empty for none
 * @param name the local name
 * @param tag the name as it was written, with its prefix
 * @param attributes the values of the attributes without a namespace, by name, in order
 * @param foreignAttributes the attributes in a namespace, as they were written, but for
 * those that only tell editors where a schema is
 * @param children the child elements in document order
 * @param content all character content, filled while the element is read
 * @param comments the lines in which the comments of the whole document end, in order,
 * filled likewise
 * @param line the line in which the start tag ends, from 1
 * @param column the column after the start tag's end, from 1
 */
record LocatedElement(String file, String namespace, String name, String tag, Map<String, String> attributes,
		List<String> foreignAttributes, List<LocatedElement> children, StringBuilder content, List<Integer> comments,
		int line, int column) {

	/**
	 * Finds the first child of a kind.
	 * @return the child, {@code null} if there is none
	 */
	@Nullable LocatedElement child(String namespace, String name) {
		return this.children.stream().filter((child) -> child.is(namespace, name)).findFirst().orElse(null);
	}

	boolean is(String namespace, String name) {
		return this.namespace.equals(namespace) && this.name.equals(name);
	}

	/**
	 * Makes the refusal of this element.
	 * @param problem what is wrong, a full sentence
	 * @param remedy what to write instead, a full sentence
	 */
	EhcacheXmlException wrong(String problem, String remedy) {
		return new EhcacheXmlException(this.file, this.line, this.column, problem, remedy);
	}

	Mistake mistake(String problem, String remedy) {
		return new Mistake(this.file, this.line, this.column, problem, remedy);
	}

	String text() {
		return this.content.toString().strip();
	}

}
