package dev.yoil.ehcache.xml;

import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import javax.xml.XMLConstants;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

/**
 * Reader of XML into {@link LocatedElement}s. It rejects document type declarations,
 * which can make a parser read other files.
 */
final class LocatedElementReader {

	private LocatedElementReader() {
	}

	/**
	 * Returns the root element of a document.
	 * @param file the name of the file in messages
	 * @param placeholders replaces them in texts
	 * @param otherwise the fix for a file without a root element, a full sentence
	 * @throws EhcacheXmlException if the content is not well-formed or declares a
	 * document type
	 */
	static LocatedElement read(String file, byte[] content, Document.Placeholders placeholders, String otherwise) {
		// Only the JDK's own parser is known to report where a start tag ends.
		XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
		factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
		try {
			return read(new Document(file, placeholders),
					factory.createXMLStreamReader(new ByteArrayInputStream(content)));
		}
		catch (XMLStreamException ex) {
			throw (ex.getNestedException() instanceof CharConversionException)
					? new EhcacheXmlException(new XmlError(file, 1, 1,
							"the file is not in its declared encoding or UTF-8.", "Save it in UTF-8."), null)
					: malformed(file, new String(content, StandardCharsets.UTF_8).replace("\uFEFF", ""), otherwise, ex);
		}
	}

	private static LocatedElement read(Document document, XMLStreamReader in) throws XMLStreamException {
		Deque<LocatedElement> open = new ArrayDeque<>();
		LocatedElement closed = null;
		while (in.hasNext()) {
			switch (in.next()) {
				case XMLStreamConstants.DTD -> throw new EhcacheXmlException(new XmlError(document.file(),
						in.getLocation().getLineNumber(), in.getLocation().getColumnNumber(),
						"a DOCTYPE is not allowed.", "Remove the <!DOCTYPE ...> declaration."), null);
				case XMLStreamConstants.COMMENT -> document.comments().add(in.getLocation().getLineNumber());
				case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
					open.element().content().append(in.getText());
				case XMLStreamConstants.START_ELEMENT -> {
					LocatedElement element = element(document, in);
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

	private static LocatedElement element(Document document, XMLStreamReader in) {
		Map<String, String> attributes = new LinkedHashMap<>();
		for (int i = 0; i < in.getAttributeCount(); i++) {
			// Attributes of this namespace only tell editors where a schema is.
			if (!XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI.equals(in.getAttributeNamespace(i))) {
				attributes.put(tag(in.getAttributePrefix(i), in.getAttributeLocalName(i)), in.getAttributeValue(i));
			}
		}
		return new LocatedElement(document, Objects.requireNonNullElse(in.getNamespaceURI(), ""), in.getLocalName(),
				tag(in.getPrefix(), in.getLocalName()), attributes, new ArrayList<>(), new StringBuilder(),
				in.getLocation().getLineNumber(), in.getLocation().getColumnNumber());
	}

	private static String tag(@Nullable String prefix, String name) {
		return (prefix == null || prefix.isEmpty()) ? name : prefix + ":" + name;
	}

	/**
	 * Names the likely cause where it is plain to see, because the parser's messages are
	 * in the language of the machine.
	 */
	private static EhcacheXmlException malformed(String file, String text, String otherwise, XMLStreamException ex) {
		String problem = "the file is not well-formed XML here ("
				+ String.valueOf(ex.getMessage()).replaceFirst("(?s)^ParseError at .*?Message: ", "") + ")";
		String remedy = "Look for a tag that is not closed, an attribute without quotes or written twice, or a bare < or &.";
		if (!text.strip().startsWith("<")) {
			problem = text.isBlank() ? "the file is empty." : "the file is not XML.";
			remedy = otherwise;
		}
		else if (text.strip().startsWith("<?xml ") && !text.startsWith("<?xml ")) {
			problem = "<?xml ...?> is not at the start of the file.";
			remedy = "Remove everything before it.";
		}
		else if (text.contains("<y:") && !text.contains("xmlns:y=")) {
			problem = "the prefix y is not declared.";
			remedy = "Write <config ... xmlns:y=\"" + LocatedElement.OURS + "\">.";
		}
		Location place = ex.getLocation();
		return new EhcacheXmlException(new XmlError(file, Math.max(place.getLineNumber(), 1),
				Math.max(place.getColumnNumber(), 1), problem, remedy), null);
	}

}
