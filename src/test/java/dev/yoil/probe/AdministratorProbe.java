package dev.yoil.probe;

import tools.jackson.databind.JsonNode;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * An endpoint for the administrator, outside the component scan of the service.
 */
@RestController
public class AdministratorProbe {

	@PostMapping("/api/v1/admin/probe")
	int length(@RequestBody JsonNode body) {
		return body.toString().length();
	}

	@RequestMapping({ "/api/v1/admin/probe/words", "/api/v1/admin/probe/" })
	String found() {
		return "found";
	}

}
