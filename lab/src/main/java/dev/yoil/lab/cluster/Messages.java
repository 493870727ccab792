package dev.yoil.lab.cluster;

import java.nio.charset.StandardCharsets;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * The messages of PostgreSQL's protocol 3.0 that a simulated instance sends. Like the
 * JDBC driver, it executes prepared statements and receives numbers and UUIDs in binary.
 */
final class Messages {

	private static final int PROTOCOL = 196_608;

	private static final short BINARY = 1;

	private Messages() {
	}

	static ByteBuf startup(String user, String database) {
		ByteBuf message = Unpooled.buffer().writeInt(0).writeInt(PROTOCOL);
		for (String each : new String[] { "user", user, "database", database, "" }) {
			text(message, each);
		}
		return message.setInt(0, message.readableBytes());
	}

	static ByteBuf query(String sql) {
		ByteBuf message = begin(Unpooled.buffer(), 'Q');
		return end(text(message, sql), 0);
	}

	/** Prepares a statement without parameters. */
	static ByteBuf prepare(String name, String sql) {
		ByteBuf message = begin(Unpooled.buffer(), 'P');
		end(text(text(message, name), sql).writeShort(0), 0);
		return sync(message);
	}

	/** Executes a prepared statement; all columns but the first are binary. */
	static ByteBuf execute(String name, int columns) {
		ByteBuf message = begin(Unpooled.buffer(), 'B');
		text(text(message, ""), name).writeShort(0).writeShort(0).writeShort(columns).writeShort(0);
		for (int i = 1; i < columns; i++) {
			message.writeShort(BINARY);
		}
		end(message, 0);
		int execute = message.writerIndex();
		end(text(begin(message, 'E'), "").writeInt(0), execute);
		return sync(message);
	}

	private static ByteBuf sync(ByteBuf message) {
		int start = message.writerIndex();
		return end(begin(message, 'S'), start);
	}

	private static ByteBuf begin(ByteBuf message, char type) {
		return message.writeByte(type).writeInt(0);
	}

	private static ByteBuf end(ByteBuf message, int start) {
		return message.setInt(start + 1, message.writerIndex() - start - 1);
	}

	private static ByteBuf text(ByteBuf message, String text) {
		message.writeCharSequence(text, StandardCharsets.UTF_8);
		return message.writeByte(0);
	}

}
