package dev.yoil.webtoon.moderation;

import java.util.Optional;

import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.ProblemType;
import dev.yoil.webtoon.address.IpAddresses;
import dev.yoil.webtoon.address.IpRange;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.ErrorResponseException;

/**
 * Blocks addresses and lets them in again.
 */
@Service
class BlockedAddressAdministration {

	/** As many IPv4 addresses as a registry is given at once. */
	private static final int WIDEST = 8;

	private static final int WIDEST_OF_IPV6 = 16;

	private final BlockedAddressTable table;

	private final ModerationChanges changes;

	BlockedAddressAdministration(BlockedAddressTable table, ModerationChanges changes) {
		this.table = table;
		this.changes = changes;
	}

	@Transactional(readOnly = true)
	public ModerationPage<BlockedAddress> page(PageParameters part) {
		return this.table.page(part);
	}

	@Transactional(readOnly = true)
	public BlockedAddress get(long id) {
		return this.table.find(id).orElseThrow(BlockedAddressAdministration::unknown);
	}

	/**
	 * Blocks a range.
	 * @param body the range and the reason
	 * @param administrator the address of whoever asks for it, which must not be in it
	 */
	BlockedAddress block(BlockedAddressRequest body, String administrator) {
		IpRange range = range(body, administrator);
		return this.changes.make(ModerationList.BLOCKED_ADDRESSES, (now) -> {
			this.table.findId(range).ifPresent((id) -> {
				throw exists(range, id);
			});
			return this.table.add(range, body.reason(), now);
		});
	}

	/**
	 * Blocks another range in the place of one, or for another reason.
	 * @param id the number of the one
	 * @param body the range and the reason
	 * @param administrator the address of whoever asks for it, which must not be in it
	 */
	BlockedAddress change(long id, BlockedAddressRequest body, String administrator) {
		IpRange range = range(body, administrator);
		return this.changes.make(ModerationList.BLOCKED_ADDRESSES, (now) -> {
			BlockedAddress before = get(id);
			Optional<Long> same = this.table.findId(range);
			if (same.isPresent() && same.get() != id) {
				throw exists(range, same.get());
			}
			this.table.change(id, range, body.reason());
			return new BlockedAddress(id, range.toString(), body.reason(), before.createdAt());
		});
	}

	/**
	 * Lets the addresses of a range in again.
	 * @param id its number
	 */
	void letIn(long id) {
		this.changes.make(ModerationList.BLOCKED_ADDRESSES, (now) -> {
			if (!this.table.remove(id)) {
				throw unknown();
			}
			return id;
		});
	}

	private static IpRange range(BlockedAddressRequest body, String administrator) {
		IpRange range;
		try {
			range = IpRange.of(body.address());
		}
		catch (IllegalArgumentException ex) {
			throw ProblemType.REFUSED_VALUES.exception("These fields are wrong: 'address' " + ex.getMessage() + ".");
		}
		int widest = range.first().isIPv6() ? WIDEST_OF_IPV6 : WIDEST;
		if (range.bits() < widest) {
			throw ProblemType.REFUSED_VALUES.exception(
					"These fields are wrong: 'address' would block too many: %s is wider than /%d, the widest range of its version that can be blocked."
						.formatted(range, widest));
		}
		if (range.contains(IpAddresses.parse(administrator))) {
			throw ProblemType.OWN_ADDRESS.exception(
					"Your own address, %s, is in %s: you would lock yourself out.".formatted(administrator, range));
		}
		return range;
	}

	private static ErrorResponseException exists(IpRange range, long id) {
		return ProblemType.BLOCKED_ADDRESS_EXISTS.exception("%s is blocked already: number %d.".formatted(range, id));
	}

	private static ErrorResponseException unknown() {
		return ProblemType.UNKNOWN_BLOCKED_ADDRESS.exception("There is no blocked address of this number.");
	}

}
