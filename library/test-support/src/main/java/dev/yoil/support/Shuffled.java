package dev.yoil.support;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Values in random order: each once, before any repeats. For one thread.
 *
 * @param <T> the type of the values
 */
public final class Shuffled<T> {

	private final List<T> values;

	private final Random random;

	private final List<T> toCome = new ArrayList<>();

	public Shuffled(Collection<T> values, Random random) {
		this.values = List.copyOf(values);
		this.random = random;
	}

	public T next() {
		if (this.toCome.isEmpty()) {
			this.toCome.addAll(this.values);
			Collections.shuffle(this.toCome, this.random);
		}
		return this.toCome.remove(0);
	}

}
