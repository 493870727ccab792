package dev.yoil.monitoring;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Sends a collector by UDP what an agent would, written by Scouter's own classes. They
 * are those of the collector and not on the class path of the tests.
 */
final class AgentPackets implements AutoCloseable {

	/** What a packet with a single pack in it begins with. */
	private static final byte[] HEAD = "CAFE".getBytes(StandardCharsets.US_ASCII);

	private final DatagramSocket socket;

	private final int port;

	private final URLClassLoader scouter;

	AgentPackets(List<Path> collector, int port) throws IOException {
		List<URL> jars = new ArrayList<>();
		for (Path jar : collector) {
			jars.add(jar.toUri().toURL());
		}
		this.scouter = new URLClassLoader(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
		this.socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
		this.port = port;
	}

	/**
	 * Says that an object is alive.
	 */
	void object(String type, String name) throws Exception {
		send("ObjectPack",
				Map.of("objType", type, "objName", name, "objHash",
						(int) type("scouter.util.HashUtil").getMethod("hash", String.class).invoke(null, name),
						"address", "127.0.0.1", "version", "2.21.2"));
	}

	private void send(String pack, Map<String, Object> fields) throws Exception {
		Object written = create("scouter.lang.pack." + pack);
		for (Map.Entry<String, Object> field : fields.entrySet()) {
			written.getClass().getField(field.getKey()).set(written, field.getValue());
		}
		Object out = create("scouter.io.DataOutputX");
		Class<?> type = out.getClass();
		type.getMethod("write", byte[].class).invoke(out, HEAD);
		type.getMethod("writePack", type("scouter.lang.pack.Pack")).invoke(out, written);
		byte[] bytes = (byte[]) type.getMethod("toByteArray").invoke(out);
		this.socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), this.port));
	}

	private Object create(String name) throws Exception {
		return type(name).getConstructor().newInstance();
	}

	private Class<?> type(String name) throws ClassNotFoundException {
		return Class.forName(name, true, this.scouter);
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
		this.scouter.close();
	}

}
