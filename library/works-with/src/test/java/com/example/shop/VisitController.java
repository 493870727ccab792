package com.example.shop;

import jakarta.servlet.http.HttpSession;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Visits that are counted in the HTTP session.
 */
@RestController
class VisitController {

	@GetMapping("/visits")
	int visit(HttpSession session) {
		Integer before = (Integer) session.getAttribute("visits");
		int visits = (before != null) ? before + 1 : 1;
		session.setAttribute("visits", visits);
		return visits;
	}

}
