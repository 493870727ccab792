package dev.yoil.ehcache.internal.cluster;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

import dev.yoil.ehcache.region.RegionVersion;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Signatures between two instances.
 */
class NodeSignaturesTests {

	private static final String PATH = "/api/v1/cache/lists/cluster/removals";

	private static final byte[] BODY = "{\"key\":\"MONDAY\"}".getBytes(StandardCharsets.UTF_8);

	private final UUID from = UUID.randomUUID();

	private final UUID to = UUID.randomUUID();

	private @Nullable RegionVersion secret = new RegionVersion(1, UUID.randomUUID());

	private @Nullable Long now = 1_000_000_000L;

	private final NodeSignatures sender = signatures(this.from);

	private final NodeSignatures receiver = signatures(this.to);

	private NodeSignatures signatures(UUID node) {
		return new NodeSignatures(() -> this.secret, node, () -> this.now);
	}

	private String signed() {
		return this.sender.sign(this.to, "POST", PATH, BODY, "alice");
	}

	private boolean isAccepted(String header) {
		return "alice".equals(this.receiver.verify(header, "POST", PATH, BODY));
	}

	@Test
	void areAcceptedOnce() {
		String signed = signed();
		assertThat(isAccepted(signed)).isTrue();
		assertThat(isAccepted(signed)).isFalse();
		assertThat(isAccepted(signed())).isTrue();
	}

	@Test
	void areValidForOneRequestToOneInstance() {
		String signed = signed();
		assertThat(this.receiver.verify(signed, "PUT", PATH, BODY)).isNull();
		assertThat(this.receiver.verify(signed, "POST", PATH + "/", BODY)).isNull();
		assertThat(this.receiver.verify(signed, "POST", PATH + "?all", BODY)).isNull();
		assertThat(this.receiver.verify(signed, "POST", "/api/v1/cache", BODY)).isNull();
		assertThat(this.receiver.verify(signed, "POST", PATH, new byte[0])).isNull();
		assertThat(this.sender.verify(signed, "POST", PATH, BODY)).isNull();
		assertThat(signatures(UUID.randomUUID()).verify(signed, "POST", PATH, BODY)).isNull();
		assertThat(isAccepted(signed)).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "-30001, false", "-30000, true", "29999, true", "30000, true", "30001, false", "86400000, false" })
	void areAcceptedForThirtySeconds(long later, boolean accepted) {
		String signed = signed();
		this.now = 1_000_000_000L + later;
		assertThat(isAccepted(signed)).isEqualTo(accepted);
	}

	@Test
	void areAcceptedOnceIfTheClockIsSetBack() {
		this.now = 1_000_030_000L;
		String signed = signed();
		this.now = 1_000_000_000L;
		assertThat(isAccepted(signed)).isTrue();
		this.now = 1_000_059_999L;
		assertThat(isAccepted(signed())).isTrue();
		assertThat(isAccepted(signed)).isFalse();
	}

	@Test
	void areInvalidUnderAnotherSecret() {
		String signed = signed();
		this.secret = new RegionVersion(2, UUID.randomUUID());
		assertThat(isAccepted(signed)).isFalse();
		assertThat(isAccepted(signed())).isTrue();
	}

	@Test
	void needTheSecretAndTheTimeOfTheDatabase() {
		String signed = signed();
		this.now = null;
		assertThat(isAccepted(signed)).isFalse();
		assertThatIllegalStateException().isThrownBy(this::signed);
		this.now = 1_000_000_000L;
		this.secret = null;
		assertThat(isAccepted(signed)).isFalse();
		assertThatIllegalStateException().isThrownBy(this::signed);
	}

	@Test
	void areRejectedIfMalformed() {
		String signed = signed();
		for (String other : List.of("", "Cache-Node", "Cache-Node ", "Basic YWRtaW46", signed + "x",
				signed.replace("Cache-Node", "cache-node"), signed.substring(0, signed.length() - 1),
				signed.replaceFirst("1000000000", "1000000001"), signed.replaceFirst("1000000000", "9".repeat(40)),
				signed.replaceFirst("\\.", "..") + "\n", signed.replace(".YWxpY2U.", ".Ym9i."),
				signed.replace(".YWxpY2U.", ".YWxpY2V."),
				"Cache-Node 1000000000." + UUID.randomUUID() + "..." + "A".repeat(43))) {
			assertThat(isAccepted(other)).as(other).isFalse();
		}
		assertThat(isAccepted(signed)).isTrue();
	}

	@Test
	void doNotRevealTheSecret() {
		assertThat(signed()).doesNotContain(Objects.requireNonNull(this.secret).tag().toString())
			.doesNotContain(this.to.toString());
	}

}
