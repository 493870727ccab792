package dev.yoil.webtoon.blocking;

import java.net.URI;

import dev.yoil.webtoon.ListPage;
import dev.yoil.webtoon.PageParameters;
import dev.yoil.webtoon.validation.Text;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
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
 * The administration of blocked addresses over HTTP.
 */
@RestController
@Tag(name = "Administration of blocked addresses", description = "Addresses whose requests get 403.")
@RequestMapping(produces = MediaType.APPLICATION_JSON_VALUE)
class BlockedAddressController {

	private static final String PATH = "/api/v1/admin/blocked-addresses";

	private final BlockedAddresses addresses;

	BlockedAddressController(BlockedAddresses addresses) {
		this.addresses = addresses;
	}

	@Operation(summary = "Returns a page of the blocked addresses.")
	@GetMapping(PATH)
	ListPage<BlockedAddress> page(@RequestParam(defaultValue = "0") @Min(0) @Max(PageParameters.MAX_PAGE) int page,
			@RequestParam(defaultValue = "30") @Min(1) @Max(PageParameters.MAX_SIZE) int size) {
		return this.addresses.page(new PageParameters(page, size));
	}

	@Operation(summary = "Returns a blocked address.")
	@GetMapping(PATH + "/{id}")
	BlockedAddress get(@PathVariable long id) {
		return this.addresses.get(id);
	}

	@Operation(summary = "Blocks an address or a range.",
			description = "From then on, all requests from there get 403.")
	@PostMapping(PATH)
	@ResponseStatus(HttpStatus.CREATED)
	ResponseEntity<BlockedAddress> block(@Valid @RequestBody BlockedAddressRequest body, HttpServletRequest request) {
		BlockedAddress blocked = this.addresses.block(body, request.getRemoteAddr());
		return ResponseEntity.created(URI.create(request.getRequestURI() + "/" + blocked.id())).body(blocked);
	}

	@Operation(summary = "Changes a blocked address.")
	@PutMapping(PATH + "/{id}")
	BlockedAddress change(@PathVariable long id, @Valid @RequestBody BlockedAddressRequest body,
			HttpServletRequest request) {
		return this.addresses.change(id, body, request.getRemoteAddr());
	}

	@Operation(summary = "Unblocks an address.")
	@DeleteMapping(PATH + "/{id}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void letIn(@PathVariable long id) {
		this.addresses.remove(id);
	}

	/**
	 * A block to create or replace: an address or a range, and a reason.
	 */
	record BlockedAddressRequest(@Text(max = 100) String address, @Text(max = 200) String reason) {
	}

}
