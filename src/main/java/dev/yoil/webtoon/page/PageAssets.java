package dev.yoil.webtoon.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.yoil.representation.Representations;

import org.springframework.core.io.ClassPathResource;

/**
 * The styles, scripts and pictures of pages, read and compressed once. Their address has
 * a digest of all of them in it, so that what is at an address never changes, and modules
 * find each other by relative addresses. Immutable and thread-safe.
 */
final class PageAssets {

	private static final Map<String, String> TYPES = Map.of("css", "text/css;charset=UTF-8", "js",
			"text/javascript;charset=UTF-8", "svg", "image/svg+xml");

	private static final int DIGITS = 16;

	private final Map<String, Asset> assets = new LinkedHashMap<>();

	private final String version;

	/**
	 * Reads the files.
	 * @param representations make them ready to be sent
	 * @param names the names of all of them
	 */
	PageAssets(Representations representations, String... names) {
		Map<String, String> texts = new LinkedHashMap<>();
		MessageDigest digest = sha256();
		for (String name : names) {
			String text = read(name);
			texts.put(name, text);
			digest.update(name.getBytes(StandardCharsets.UTF_8));
			digest.update(text.getBytes(StandardCharsets.UTF_8));
		}
		this.version = HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
		texts.forEach((name, text) -> this.assets.put(name, Asset.of(representations, type(name), text)));
	}

	/**
	 * What stands between the prefix of all files and their names.
	 */
	String version() {
		return this.version;
	}

	/**
	 * The files by their names.
	 */
	Map<String, Asset> byName() {
		return this.assets;
	}

	private static String type(String name) {
		return TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "application/octet-stream");
	}

	private static String read(String name) {
		try {
			return new ClassPathResource("assets/" + name, PageAssets.class).getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The file 'assets/" + name + "' of pages cannot be read", ex);
		}
	}

	private static MessageDigest sha256() {
		try {
			return MessageDigest.getInstance("SHA-256");
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
