package dev.yoil.ehcache.xml;

import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import javax.xml.XMLConstants;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

/**
 * Reads XML into {@link LocatedElement}s. A document type declaration is refused: it can
 * make a parser read other files.
 */
final class LocatedElementReader {

	private final String file;

	private final XMLStreamReader in;

	private final List<Integer> comments = new ArrayList<>();

	private LocatedElementReader(String file, XMLStreamReader in) {
		this.file = file;
		this.in = in;
	}

	/**
	 * Reads a document.
	 * @param file how to name it in a message
	 * @param content its bytes
	 * @param otherwise what to do if it has no root element at all, a full sentence
	 * @return its root element
	 * @throws EhcacheXmlException if it is not well-formed or declares a document type
	 */
	static LocatedElement read(String file, byte[] content, String otherwise) {
		// Only the JDK's own parser is known to say where an element ends.
		XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
		try {
			return new LocatedElementReader(file, factory.createXMLStreamReader(new ByteArrayInputStream(content)))
				.read();
		}
		catch (XMLStreamException ex) {
			throw (ex.getNestedException() instanceof CharConversionException)
					? new EhcacheXmlException(file, 1, 1,
							"the file is not in the encoding that it declares, or not in UTF-8.", "Save it in UTF-8.")
					: malformed(file, new String(content, StandardCharsets.UTF_8).replace("\uFEFF", ""), otherwise, ex);
		}
	}

	private LocatedElement read() throws XMLStreamException {
		Deque<LocatedElement> open = new ArrayDeque<>();
		LocatedElement closed = null;
		while (this.in.hasNext()) {
			switch (this.in.next()) {
				case XMLStreamConstants.DTD -> throw new EhcacheXmlException(this.file,
						this.in.getLocation().getLineNumber(), this.in.getLocation().getColumnNumber(),
						"a DOCTYPE is not allowed.", "Remove the <!DOCTYPE ...> declaration.");
				case XMLStreamConstants.COMMENT -> this.comments.add(this.in.getLocation().getLineNumber());
				case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
					open.element().content().append(this.in.getText());
				case XMLStreamConstants.START_ELEMENT -> {
					LocatedElement element = element();
					if (!open.isEmpty()) {
						open.element().children().add(element);
					}
					open.push(element);
				}
				case XMLStreamConstants.END_ELEMENT -> closed = open.pop();
				default -> {
				}
			}
		}
		return Objects.requireNonNull(closed);
	}

	private LocatedElement element() {
		Map<String, String> values = new LinkedHashMap<>();
		List<String> foreign = new ArrayList<>();
		for (int i = 0; i < this.in.getAttributeCount(); i++) {
			String namespace = Objects.requireNonNullElse(this.in.getAttributeNamespace(i), "");
			if (namespace.isEmpty()) {
				values.put(this.in.getAttributeLocalName(i), this.in.getAttributeValue(i));
			}
			else if (!namespace.equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)) {
				foreign.add(tag(this.in.getAttributePrefix(i), this.in.getAttributeLocalName(i)));
			}
		}
		return new LocatedElement(this.file, Objects.requireNonNullElse(this.in.getNamespaceURI(), ""),
				this.in.getLocalName(), tag(this.in.getPrefix(), this.in.getLocalName()), values, foreign,
				new ArrayList<>(), new StringBuilder(), this.comments, this.in.getLocation().getLineNumber(),
				this.in.getLocation().getColumnNumber());
	}

	private static String tag(@Nullable String prefix, String name) {
		return (prefix == null || prefix.isEmpty()) ? name : prefix + ":" + name;
	}

	/**
	 * Says what is most likely wrong, in words of ours where that is plain to see: the
	 * parser's are in the language of the machine.
	 */
	private static EhcacheXmlException malformed(String file, String text, String otherwise, XMLStreamException ex) {
		String problem = "the file is not well-formed XML here ("
				+ String.valueOf(ex.getMessage()).replaceFirst("(?s)^ParseError at .*?Message: ", "") + ")";
		String remedy = "Look for a tag that is not closed, an attribute without quotes or written twice, or a bare < or &.";
		if (text.isBlank()) {
			problem = "the file is empty.";
			remedy = otherwise;
		}
		else if (text.strip().charAt(0) != '<') {
			problem = "the file is not XML.";
			remedy = otherwise;
		}
		else if (text.strip().startsWith("<?xml ") && !text.startsWith("<?xml ")) {
			problem = "something stands before <?xml ...?>.";
			remedy = "Make it the very beginning of the file.";
		}
		else if (text.contains("<y:") && !text.contains("xmlns:y=")) {
			problem = "the prefix y is not declared.";
			remedy = "Write <config ... xmlns:y=\"" + LocatedElement.OURS + "\">.";
		}
		return new EhcacheXmlException(file, Math.max(ex.getLocation().getLineNumber(), 1),
				Math.max(ex.getLocation().getColumnNumber(), 1), problem, remedy);
	}

}
