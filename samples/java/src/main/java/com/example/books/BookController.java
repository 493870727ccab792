package com.example.books;

import java.util.Optional;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/books/{isbn}")
class BookController {

	private final Books books;

	BookController(Books books) {
		this.books = books;
	}

	@GetMapping
	ResponseEntity<String> title(@PathVariable String isbn) {
		return ResponseEntity.of(Optional.ofNullable(this.books.title(isbn)));
	}

	@PutMapping
	void rename(@PathVariable String isbn, @RequestBody String title) {
		this.books.rename(isbn, title);
	}

}
