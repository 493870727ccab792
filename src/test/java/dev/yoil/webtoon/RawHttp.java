package dev.yoil.webtoon;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * HTTP as plain text over a socket, for requests that HTTP clients do not send.
 */
final class RawHttp {

	private RawHttp() {
	}

	/**
	 * Sends a request line and headers, and waits until the server has closed the
	 * connection.
	 */
	static Answer send(int port, String requestLine, String... headers) throws IOException {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			socket.setSoTimeout(60_000);
			OutputStream request = socket.getOutputStream();
			request
				.write((requestLine + "\r\n" + String.join("", Arrays.stream(headers).map((it) -> it + "\r\n").toList())
						+ "Connection: close\r\n\r\n")
					.getBytes(StandardCharsets.UTF_8));
			request.flush();
			return Answer.parse(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
		}
	}

	/**
	 * What came back.
	 *
	 * @param status the status
	 * @param headers the headers, their names in lower case
	 * @param body the body; if it came in chunks, with their lengths between
	 */
	record Answer(int status, Map<String, String> headers, String body) {

		private static Answer parse(String text) {
			String[] parts = text.split("\r\n\r\n", 2);
			String[] lines = parts[0].split("\r\n", -1);
			Map<String, String> headers = Arrays.stream(lines)
				.skip(1)
				.map((line) -> line.split(": ?", 2))
				.collect(Collectors.toMap((header) -> header[0].toLowerCase(Locale.ROOT), (header) -> header[1],
						(first, second) -> first + ", " + second));
			return new Answer(Integer.parseInt(lines[0].split(" ", -1)[1]), headers, parts[1]);
		}

	}

}
