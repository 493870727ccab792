package dev.yoil.ehcache.xml;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * An XML element with its position, which neither DOM nor Ehcache's model keeps.
 *
 * @param document the file of the element
 * @param namespace the namespace URI; empty for none
 * @param name the local name
 * @param tag the name as written, with its prefix
 * @param attributes the attributes as written, by name, in order; names in a namespace
 * have their prefix
 * @param children the child elements, in order
 * @param content the text directly in the element
 * @param line the line in which the start tag ends, from 1
 * @param column the column after the start tag, from 1
 */
record LocatedElement(Document document, String namespace, String name, String tag, Map<String, String> attributes,
		List<LocatedElement> children, StringBuilder content, int line, int column) {

	static final String EHCACHE = "http://www.ehcache.org/v3";

	static final String OURS = "urn:yoil:ehcache-policy";

	private static final String JCACHE = "http://www.ehcache.org/v3/jsr107";

	/**
	 * Returns the name with the usual prefix of its namespace: none for Ehcache's,
	 * {@code y:} for ours, {@code jsr107:} for JCache's.
	 */
	String kind() {
		return switch (this.namespace) {
			case EHCACHE -> this.name;
			case OURS -> "y:" + this.name;
			case JCACHE -> "jsr107:" + this.name;
			default -> "{" + this.namespace + "}" + this.name;
		};
	}

	Stream<LocatedElement> children(String kind) {
		return this.children.stream().filter((child) -> child.kind().equals(kind));
	}

	@Nullable LocatedElement child(String kind) {
		return children(kind).findFirst().orElse(null);
	}

	boolean has(String kind) {
		return child(kind) != null;
	}

	/**
	 * Returns the value of an attribute with its placeholders replaced; {@code null} if
	 * there is none, or after an error.
	 */
	@Nullable String attribute(String name) {
		String written = this.attributes.get(name);
		// A URL may contain a password, which is replaced only where it is used.
		return (written == null || name.equals("url")) ? written : resolved(written);
	}

	String attribute(String name, String fallback) {
		return Objects.requireNonNullElse(attribute(name), fallback);
	}

	/** Returns the text as written. */
	String text() {
		return this.content.toString().strip();
	}

	/**
	 * Returns a text with its placeholders replaced; {@code null} after an error.
	 */
	@Nullable String resolved(String written) {
		return this.document.placeholders().replace(this, written);
	}

	/**
	 * Reports an error of this element and lets the reading go on.
	 * @return {@code null}, in place of the value that cannot be read
	 */
	@SuppressWarnings("TypeParameterUnusedInFormals") // the only value is null
	<T> @Nullable T wrong(String problem, String remedy) {
		this.document.add(this.line, this.column, problem, remedy);
		return null;
	}

	/** Creates the exception for an error that ends the reading. */
	EhcacheXmlException fatal(String problem, String remedy) {
		return new EhcacheXmlException(new XmlError(this.document.file(), this.line, this.column, problem, remedy),
				null);
	}

}
