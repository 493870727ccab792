package dev.yoil.lab.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * The encoded requests of a load. Immutable.
 */
final class Requests {

	private final List<List<Request>> targets;

	private final List<List<Request>> gets;

	Requests(Load load, String host) {
		List<List<Request>> all = new ArrayList<>();
		for (Load.Target target : load.targets()) {
			int number = all.size();
			String headers = headers(target.headers(), host);
			String method = (target.puts() > 0) ? "PUT " : "GET ";
			all.add(target.paths().stream().map((path) -> new Request(number, bytes(method, path, headers))).toList());
		}
		this.targets = List.copyOf(all);
		this.gets = all.stream().filter((paths) -> load.targets().get(paths.get(0).target()).puts() == 0).toList();
	}

	private static String headers(Map<String, String> headers, String host) {
		StringBuilder lines = new StringBuilder("Host: " + host + "\r\nAccept: application/json\r\n");
		headers.forEach((name, value) -> lines.append(name).append(": ").append(value).append("\r\n"));
		return lines.append("\r\n").toString();
	}

	private static ByteBuf bytes(String method, String path, String headers) {
		byte[] bytes = (method + path + " HTTP/1.1\r\n" + headers).getBytes(StandardCharsets.US_ASCII);
		return Unpooled.unreleasableBuffer(Unpooled.directBuffer(bytes.length).writeBytes(bytes));
	}

	/** Returns a random request of the users of the stages. */
	Request draw(SplittableRandom random) {
		return drawn(this.gets.get(random.nextInt(this.gets.size())), random);
	}

	/** Returns a random request of a target. */
	Request draw(int target, SplittableRandom random) {
		return drawn(this.targets.get(target), random);
	}

	private static Request drawn(List<Request> paths, SplittableRandom random) {
		return paths.get(random.nextInt(paths.size()));
	}

	/**
	 * A request.
	 *
	 * @param target index of its target
	 * @param bytes all of it; to be sent as a duplicate
	 */
	record Request(int target, ByteBuf bytes) {
	}

}
