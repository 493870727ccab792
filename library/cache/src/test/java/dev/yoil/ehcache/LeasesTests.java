package dev.yoil.ehcache;

import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.yoil.ehcache.internal.label.Labels;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class LeasesTests {

	private final Labels labels = new Labels();

	private final Leases leases = new Leases();

	@Test
	void voidsTheLeasesOfOneKeyButNotThoseOfTheWriter() {
		Object writer = new Object();
		Lease first = add("key", null);
		Lease second = add("key", new Object());
		Lease own = add("key", writer);
		Lease other = add("other", null);
		this.leases.voidAll("key", writer);
		assertThat(first.isVoid()).isTrue();
		assertThat(second.isVoid()).isTrue();
		assertThat(own.isVoid()).isFalse();
		assertThat(other.isVoid()).isFalse();
		this.leases.voidIf("key"::equals, null);
		assertThat(own.isVoid()).isTrue();
		assertThat(other.isVoid()).isFalse();
	}

	/** The load has failed, or never ends. */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void forgetsAKeyWhoseLeaseIsGone(boolean broken) {
		WeakReference<Key> key = addAndForget(broken);
		await().until(() -> {
			System.gc();
			add("other", null);
			return key.get() == null;
		});
	}

	private WeakReference<Key> addAndForget(boolean broken) {
		Key key = new Key();
		add(key, null);
		key.broken.set(broken);
		return new WeakReference<>(key);
	}

	private Lease add(Object key, @Nullable Object owner) {
		Lease lease = new Lease(0, this.labels.of("cache#", Set.of()), owner);
		this.leases.add(key, lease);
		return lease;
	}

	/** A key whose hash code can fail later. */
	private static final class Key {

		private final AtomicBoolean broken = new AtomicBoolean();

		@Override
		public boolean equals(@Nullable Object other) {
			return this == other;
		}

		@Override
		public int hashCode() {
			assertThat(this.broken).isFalse();
			return 1;
		}

	}

}
