package dev.yoil.probe;

import tools.jackson.databind.JsonNode;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Something to find where only the administrator may find something. Not where the
 * service looks for controllers, or every test had it.
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
