package dev.yoil.architecture.planted;

import java.util.List;

import dev.yoil.ehcache.internal.index.StoredEntry;

/** Exposes an internal type in a public and in a private signature. */
public final class ExposesAnInternalType {

	public List<StoredEntry> seen() {
		return hidden();
	}

	List<StoredEntry> hidden() {
		return List.of();
	}

}
