package com.example.clinic;

import java.util.stream.LongStream;

import dev.yoil.ehcache.test.AutoConfigureEhCache;
import dev.yoil.ehcache.test.CacheTester;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.cache.test.autoconfigure.AutoConfigureCache;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.transaction.TestTransaction;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@DataJpaTest
@AutoConfigureCache // disables caches, and is overridden
@AutoConfigureEhCache
@Import({ Clinic.Caching.class, Owners.class })
@Transactional(propagation = Propagation.NOT_SUPPORTED)
class OwnersCacheTests {

	private final Owners owners;

	private final CacheTester caches;

	@Autowired
	OwnersCacheTests(Owners owners, CacheTester caches) {
		this.owners = owners;
		this.caches = caches;
	}

	@Test
	void evictsAfterTheCommit() {
		this.owners.name(1);
		this.caches.change(() -> this.owners.rename(1, "Franklin")).evictsExactly("owners", 1L);
		assertThat(this.owners.name(1)).isEqualTo("Franklin");
	}

	@Test
	void evictsNothingAfterARollback() {
		this.owners.name(1);
		this.caches
			.change(() -> assertThatIllegalStateException().isThrownBy(() -> this.owners.renameInVain(1))
				.withMessage("rolled back"))
			.evictsExactly("owners");
	}

	@Test
	void findsEvictionsByARegionThatRunInTheBackground() {
		Object[] ids = LongStream.range(0, 600).boxed().toArray();
		for (Object id : ids) {
			this.owners.name((Long) id);
		}
		this.caches.change(this.owners::renameAll).evictsExactly("owners", ids);
	}

	@Test
	@Transactional
	void refusesAChangeWhoseTransactionIsOpen() {
		assertThatIllegalStateException().isThrownBy(() -> this.caches.change(() -> this.owners.rename(2, "Davis")))
			.withMessageContaining("transaction that is still open");
	}

	@RepeatedTest(2)
	@Transactional
	void verifiesAChangeThatCommitsTheTransactionOfTheTest() {
		assertThat(this.caches.cache("owners")).containsOnlyKeys();
		this.owners.name(3);
		this.caches.change(() -> {
			TestTransaction.flagForCommit();
			TestTransaction.end();
		}).evictsExactly("owners");
		assertThat(this.caches.cache("owners")).loadedOnce(3L);
	}

}
