package dev.yoil.ehcache.xml;

import java.io.ByteArrayInputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;

import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;
import org.xml.sax.ext.DefaultHandler2;

/**
 * Reads XML into {@link LocatedElement}s. A document type declaration is refused: it can
 * make a parser read other files.
 */
final class LocatedElementReader extends DefaultHandler2 {

	private final String file;

	private final Deque<LocatedElement> open = new ArrayDeque<>();

	/** The lines in which comments end. */
	private final List<Integer> comments = new ArrayList<>();

	private @Nullable LocatedElement root;

	private @Nullable Locator locator;

	private LocatedElementReader(String file) {
		this.file = file;
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
		LocatedElementReader reader = new LocatedElementReader(file);
		try {
			reader.parse(content);
		}
		catch (SAXParseException ex) {
			throw malformed(file, content, otherwise, ex);
		}
		catch (CharConversionException ex) {
			throw new EhcacheXmlException(file, 1, 1,
					"the file is not in the encoding that it declares, or not in UTF-8.", "Save it in UTF-8.");
		}
		catch (SAXException | IOException | ParserConfigurationException ex) {
			throw new EhcacheXmlException(file, "the file cannot be read as XML: " + ex.getMessage() + ".",
					"Save it as XML in UTF-8.", ex);
		}
		LocatedElement root = reader.root;
		if (root == null) {
			throw new IllegalStateException("The parser accepted " + file + " without a root element");
		}
		return root;
	}

	private void parse(byte[] content) throws SAXException, IOException, ParserConfigurationException {
		SAXParserFactory factory = SAXParserFactory.newInstance();
		factory.setNamespaceAware(true);
		factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
		factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
		factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
		factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
		XMLReader parser = factory.newSAXParser().getXMLReader();
		parser.setContentHandler(this);
		parser.setErrorHandler(this);
		parser.setProperty("http://xml.org/sax/properties/lexical-handler", this);
		parser.parse(new InputSource(new ByteArrayInputStream(content)));
	}

	@Override
	public void setDocumentLocator(Locator locator) {
		this.locator = locator;
	}

	@Override
	public void startDTD(String name, @Nullable String publicId, @Nullable String systemId) {
		throw new EhcacheXmlException(this.file, line(), column(), "a DOCTYPE is not allowed.",
				"Remove the <!DOCTYPE ...> declaration.");
	}

	@Override
	public void startElement(String uri, String localName, String qName, Attributes attributes) {
		Map<String, String> values = new LinkedHashMap<>();
		List<String> foreign = new ArrayList<>();
		for (int i = 0; i < attributes.getLength(); i++) {
			if (attributes.getURI(i).isEmpty()) {
				values.put(attributes.getLocalName(i), attributes.getValue(i));
			}
			else if (!attributes.getURI(i).equals(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI)) {
				foreign.add(attributes.getQName(i));
			}
		}
		LocatedElement element = new LocatedElement(this.file, uri, localName, qName, values, foreign,
				new ArrayList<>(), new StringBuilder(), this.comments, line(), column());
		LocatedElement parent = this.open.peek();
		if (parent != null) {
			parent.children().add(element);
		}
		else {
			this.root = element;
		}
		this.open.push(element);
	}

	@Override
	public void characters(char[] characters, int start, int length) {
		this.open.element().content().append(characters, start, length);
	}

	@Override
	public void comment(char[] characters, int start, int length) {
		this.comments.add(line());
	}

	@Override
	public void endElement(String uri, String localName, String qName) {
		this.open.pop();
	}

	@Override
	public void fatalError(SAXParseException ex) throws SAXException {
		throw ex;
	}

	private int line() {
		return (this.locator != null) ? this.locator.getLineNumber() : 1;
	}

	private int column() {
		return (this.locator != null) ? this.locator.getColumnNumber() : 1;
	}

	/**
	 * Says what is most likely wrong, in words of ours where that is plain to see: the
	 * parser's are in the language of the machine.
	 */
	private static EhcacheXmlException malformed(String file, byte[] content, String otherwise, SAXParseException ex) {
		String text = new String(content, StandardCharsets.UTF_8).replace("\uFEFF", "");
		int line = Math.max(ex.getLineNumber(), 1);
		int column = Math.max(ex.getColumnNumber(), 1);
		if (text.isBlank()) {
			return new EhcacheXmlException(file, line, column, "the file is empty.", otherwise);
		}
		if (text.strip().charAt(0) != '<') {
			return new EhcacheXmlException(file, line, column, "the file is not XML.", otherwise);
		}
		if (text.strip().startsWith("<?xml ") && !text.startsWith("<?xml ")) {
			return new EhcacheXmlException(file, line, column, "something stands before <?xml ...?>.",
					"Make it the very beginning of the file.");
		}
		if (text.contains("<y:") && !text.contains("xmlns:y=")) {
			return new EhcacheXmlException(file, line, column, "the prefix y is not declared.",
					"Write <config ... xmlns:y=\"urn:yoil:ehcache-policy\">.");
		}
		return new EhcacheXmlException(file, line, column,
				"the file is not well-formed XML here (" + ex.getMessage() + ")",
				"Look for a tag that is not closed, an attribute without quotes or written twice, or a bare < or &.");
	}

}
