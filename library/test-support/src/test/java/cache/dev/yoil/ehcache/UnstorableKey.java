package dev.yoil.ehcache;

import java.io.Serializable;

import org.jspecify.annotations.Nullable;

/**
 * A key under which storing a loaded value fails with an {@link Error}.
 */
final class UnstorableKey implements Serializable {

	private static final long serialVersionUID = 1L;

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof UnstorableKey;
	}

	@Override
	public int hashCode() {
		if (StackWalker.getInstance()
			.walk((frames) -> frames.anyMatch((frame) -> frame.getMethodName().equals("putLoaded")))) {
			throw new OutOfMemoryError("planted");
		}
		return 1;
	}

}
