import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Hostile clients for bench/hostile.sh. A quarter each: read one byte per second; send
 * requests endlessly and never read; half-close after a request and do not read; announce a
 * body behind a bare LF and never send it. They stay until the program ends.
 */
class Hostile {

	public static void main(String[] args) throws Exception {
		URI uri = URI.create(args[0]);
		int count = Integer.parseInt(args[1]);
		byte[] request = ("GET " + uri.getRawPath() + "?" + uri.getRawQuery() + " HTTP/1.1\r\nHost: " + uri.getAuthority()
				+ "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
		byte[] withoutBody = new String(request, StandardCharsets.US_ASCII)
			.replace("\r\n\r\n", "\nContent-Length: 9\r\n\r\n")
			.getBytes(StandardCharsets.US_ASCII);
		List<SocketChannel> connections = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			SocketChannel connection = SocketChannel.open(new InetSocketAddress(uri.getHost(), uri.getPort()));
			connection.write(ByteBuffer.wrap((i % 4 == 3) ? withoutBody : request));
			if (i % 4 == 2) {
				connection.shutdownOutput();
			}
			connection.configureBlocking(false);
			connections.add(connection);
		}
		System.out.println("ready");
		for (int second = 0; second < 600; second++) {
			int open = 0;
			for (int i = 0; i < count; i++) {
				open += harass(connections.get(i), i % 4, request) ? 1 : 0;
			}
			System.out.println(open + " open");
			Thread.sleep(1000);
		}
	}

	private static boolean harass(SocketChannel connection, int how, byte[] request) throws IOException {
		try {
			if (how == 0) {
				return connection.read(ByteBuffer.allocate(1)) >= 0;
			}
			if (how == 1) {
				for (int i = 0; i < 100 && connection.write(ByteBuffer.wrap(request)) == request.length; i++) {
					// Until the server accepts no more.
				}
			}
			return true;
		}
		catch (IOException ex) {
			connection.close();
			return false;
		}
	}

}
