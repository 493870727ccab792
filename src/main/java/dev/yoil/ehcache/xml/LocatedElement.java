package dev.yoil.ehcache.xml;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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

	/** The namespace of Ehcache's own elements. */
	static final String EHCACHE = "http://www.ehcache.org/v3";

	/** The namespace of Ehcache's elements that are there for JCache. */
	static final String JCACHE = "http://www.ehcache.org/v3/jsr107";

	/** The namespace of the elements that are ours. */
	static final String OURS = "urn:yoil:ehcache-policy";

	/**
	 * {@return the name with the prefix that the documentation gives its namespace: none
	 * for Ehcache's, {@code y:} for ours, {@code jsr107:} for JCache's; a namespace that
	 * is not known is written out}
	 */
	String kind() {
		return switch (this.namespace) {
			case EHCACHE -> this.name;
			case OURS -> "y:" + this.name;
			case JCACHE -> "jsr107:" + this.name;
			default -> "{" + this.namespace + "}" + this.name;
		};
	}

	/**
	 * {@return the namespace in words}
	 */
	String in() {
		return this.namespace.isEmpty() ? "in no namespace" : "in namespace \"" + this.namespace + "\"";
	}

	Stream<LocatedElement> children(String kind) {
		return this.children.stream().filter((child) -> child.kind().equals(kind));
	}

	/**
	 * {@return the first child of a kind; {@code null} if there is none}
	 */
	@Nullable LocatedElement child(String kind) {
		return children(kind).findFirst().orElse(null);
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
