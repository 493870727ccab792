package dev.yoil.ehcache.internal.tier;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/** A tier whose values survive a restart. */
public final class MapTier extends LocalTier {

	/** True to accept no value. */
	public boolean full;

	private final Map<String, byte[]> values;

	private boolean closed;

	public MapTier(Map<String, byte[]> values, String build) {
		super(DiskTier.LEVEL, 1, build);
		this.values = values;
	}

	@Override
	protected byte @Nullable [] read(String name) {
		return this.closed ? null : this.values.get(name);
	}

	@Override
	protected boolean write(String name, byte[] value) {
		if (!this.full) {
			this.values.put(name, value);
		}
		return !this.full;
	}

	@Override
	protected void delete(String name) {
		this.values.remove(name);
	}

	@Override
	protected boolean has(String name) {
		return this.values.containsKey(name);
	}

	@Override
	protected Usage usage() {
		return new Usage(this.values.size(), 0, 0);
	}

	@Override
	public void close() {
		// Values stay, as on a disk.
		this.closed = true;
	}

}
