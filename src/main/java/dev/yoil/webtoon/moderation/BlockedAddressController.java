package dev.yoil.webtoon.moderation;

import java.net.URI;

import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.ProblemType;
import dev.yoil.webtoon.Problems;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The blocked addresses over HTTP, for administrators.
 */
@RestController
@RequestMapping(path = "/api/v1/admin/blocked-addresses", produces = MediaType.APPLICATION_JSON_VALUE)
class BlockedAddressController {

	private final BlockedAddressAdministration addresses;

	BlockedAddressController(BlockedAddressAdministration addresses) {
		this.addresses = addresses;
	}

	/**
	 * Answers with a page of the blocked addresses.
	 * @param page the number of the page, the first one unless told
	 * @param size how many addresses a page has, 30 unless told
	 * @return the page
	 */
	@GetMapping
	ModerationPage<BlockedAddress> page(@RequestParam @Nullable String page, @RequestParam @Nullable String size) {
		return this.addresses.page(PageParameters.of(page, size));
	}

	/**
	 * Answers with one blocked address.
	 * @param id its number
	 * @return the address or range
	 */
	@Problems(ProblemType.UNKNOWN_BLOCKED_ADDRESS)
	@GetMapping("/{id}")
	BlockedAddress get(@PathVariable String id) {
		return this.addresses.get(number(id));
	}

	/**
	 * Blocks an address or a range of them. Whoever asks from there is answered nothing
	 * but 403 from then on.
	 * @param body the address, and why
	 * @param request tells from where it is asked for
	 * @return the address or range with its number
	 */
	@Problems({ ProblemType.BLOCKED_ADDRESS_EXISTS, ProblemType.OWN_ADDRESS })
	@PostMapping
	ResponseEntity<BlockedAddress> block(@Valid @RequestBody BlockedAddressRequest body, HttpServletRequest request) {
		BlockedAddress blocked = this.addresses.block(body, request.getRemoteAddr());
		return ResponseEntity.created(URI.create(request.getRequestURI() + "/" + blocked.id())).body(blocked);
	}

	/**
	 * Changes a blocked address.
	 * @param id its number
	 * @param body what is blocked in its place, and why
	 * @param request tells from where it is asked for
	 * @return the address or range as it is now
	 */
	@Problems({ ProblemType.UNKNOWN_BLOCKED_ADDRESS, ProblemType.BLOCKED_ADDRESS_EXISTS, ProblemType.OWN_ADDRESS })
	@PutMapping("/{id}")
	BlockedAddress change(@PathVariable String id, @Valid @RequestBody BlockedAddressRequest body,
			HttpServletRequest request) {
		return this.addresses.change(number(id), body, request.getRemoteAddr());
	}

	/**
	 * Lets a blocked address in again.
	 * @param id its number
	 */
	@Problems(ProblemType.UNKNOWN_BLOCKED_ADDRESS)
	@DeleteMapping("/{id}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void letIn(@PathVariable String id) {
		this.addresses.letIn(number(id));
	}

	private static long number(String id) {
		return RowNumber.of(id, ProblemType.UNKNOWN_BLOCKED_ADDRESS);
	}

}
