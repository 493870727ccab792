package dev.yoil.webtoon.problem;

import dev.yoil.webtoon.SecurityHeaders;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Target of the servlet container's error dispatch, for errors outside MVC, such as in a
 * filter.
 */
@RestController
class ProblemErrorController implements ErrorController {

	/**
	 * Returns the error's problem detail. A client that requests this path itself gets
	 * 404.
	 */
	@RequestMapping("${spring.web.error.path:/error}")
	ResponseEntity<ProblemDetail> problem(HttpServletRequest request, HttpServletResponse response) {
		// No filter has run if no servlet matched.
		SecurityHeaders.write(request, response);
		ProblemDetail problem = ContainerProblems
			.of((request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer status) ? status
					: HttpStatus.NOT_FOUND.value());
		boolean page = false;
		if (request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String uri) {
			problem.setInstance(ContainerProblems.instance(uri));
			page = ErrorPages.isWanted(request, uri);
		}
		return ResponseEntity.status(problem.getStatus())
			.contentType(page ? MediaType.TEXT_HTML : MediaType.APPLICATION_PROBLEM_JSON)
			.cacheControl(CacheControl.noStore())
			.body(problem);
	}

}
