package dev.yoil.webtoon.blocking;

import java.net.URI;

import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.ProblemType;
import dev.yoil.webtoon.Problems;
import dev.yoil.webtoon.moderation.ModerationPage;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

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
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class BlockedAddressController {

	private static final String PATH = "/api/v1/admin/blocked-addresses";

	private final BlockedAddresses addresses;

	BlockedAddressController(BlockedAddresses addresses) {
		this.addresses = addresses;
	}

	/**
	 * Answers with a page of the blocked addresses.
	 * @param page the number of the page, the first one unless told
	 * @param size how many addresses a page has, 30 unless told
	 * @return the page
	 */
	@GetMapping(PATH)
	ModerationPage<BlockedAddress> page(
			@RequestParam(defaultValue = "0") @Min(0) @Max(PageParameters.LAST_PAGE) int page,
			@RequestParam(defaultValue = "30") @Min(1) @Max(PageParameters.LARGEST_SIZE) int size) {
		return this.addresses.page(new PageParameters(page, size), (entry) -> true);
	}

	/**
	 * Answers with one blocked address.
	 * @param id its number
	 * @return the address or range
	 */
	@Problems(ProblemType.UNKNOWN_BLOCKED_ADDRESS)
	@GetMapping(PATH + "/{id}")
	BlockedAddress get(@PathVariable long id) {
		return this.addresses.get(id);
	}

	/**
	 * Blocks an address or a range of them. Whoever asks from there is answered nothing
	 * but 403 from then on.
	 * @param body the address, and why
	 * @param request tells from where it is asked for
	 * @return the address or range with its number
	 */
	@Problems({ ProblemType.BLOCKED_ADDRESS_EXISTS, ProblemType.OWN_ADDRESS })
	@PostMapping(PATH)
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
	@PutMapping(PATH + "/{id}")
	BlockedAddress change(@PathVariable long id, @Valid @RequestBody BlockedAddressRequest body,
			HttpServletRequest request) {
		return this.addresses.change(id, body, request.getRemoteAddr());
	}

	/**
	 * Lets a blocked address in again.
	 * @param id its number
	 */
	@Problems(ProblemType.UNKNOWN_BLOCKED_ADDRESS)
	@DeleteMapping(PATH + "/{id}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void letIn(@PathVariable long id) {
		this.addresses.remove(id);
	}

}
