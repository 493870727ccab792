package dev.yoil.ehcache.xml;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reader of whole configuration files. It needs nothing but the JDK. The content is
 * limited to 1 MB, because a wrong path must neither exhaust the heap nor wait for the
 * writer of a pipe.
 */
final class FileContent {

	private static final int MOST = 1024 * 1024;

	private FileContent() {
	}

	/**
	 * Returns the content of a file.
	 * @param file the name of the file in messages
	 * @throws EhcacheXmlException if it is not a regular file or too large
	 * @throws IOException if it is missing or cannot be read
	 */
	static byte[] read(String file, Path path) throws IOException {
		if (Files.exists(path) && !Files.isRegularFile(path)) {
			throw new EhcacheXmlException(file, "this is not a regular file.",
					"Replace it with one, or name another file.");
		}
		return read(file, Files.newInputStream(path));
	}

	/**
	 * Returns the content of a stream, and closes it.
	 * @param file the name of the file in messages
	 * @throws EhcacheXmlException if it is too large
	 */
	static byte[] read(String file, InputStream in) throws IOException {
		try (in) {
			// The size of a file may change while it is read.
			byte[] content = in.readNBytes(MOST + 1);
			if (content.length > MOST) {
				throw new EhcacheXmlException(file, "the file is larger than 1 MB.",
						"Shorten it, or name another file.");
			}
			return content;
		}
	}

}
