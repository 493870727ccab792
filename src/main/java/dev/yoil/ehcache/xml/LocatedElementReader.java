package dev.yoil.ehcache.xml;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
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

	private @Nullable LocatedElement root;

	private @Nullable Locator locator;

	private LocatedElementReader(String file) {
		this.file = file;
	}

	/**
	 * Reads a document.
	 * @param file how to name it in a message
	 * @param content its bytes
	 * @return its root element
	 * @throws EhcacheXmlException if it is not well-formed or declares a document type
	 */
	static LocatedElement read(String file, byte[] content) {
		LocatedElementReader reader = new LocatedElementReader(file);
		try {
			reader.parse(content);
		}
		catch (SAXParseException ex) {
			throw new EhcacheXmlException(file, Math.max(ex.getLineNumber(), 1), Math.max(ex.getColumnNumber(), 1),
					"the file is not well-formed XML: " + sentence(ex), "Close every tag and quote every attribute.");
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
		for (int i = 0; i < attributes.getLength(); i++) {
			if (attributes.getURI(i).isEmpty()) {
				values.put(attributes.getLocalName(i), attributes.getValue(i));
			}
		}
		LocatedElement element = new LocatedElement(uri, localName, qName, values, new ArrayList<>(),
				new StringBuilder(), line(), column());
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

	private static String sentence(SAXParseException ex) {
		String message = String.valueOf(ex.getMessage()).strip();
		return message.endsWith(".") ? message : message + ".";
	}

}
