package dev.yoil.architecture.planted;

import java.util.List;

import dev.yoil.ehcache.internal.index.StoredEntry;

/** Names an internal type where everybody sees it, and where nobody does. */
public final class TellsAnInternalType {

	public List<StoredEntry> seen() {
		return hidden();
	}

	List<StoredEntry> hidden() {
		return List.of();
	}

}
