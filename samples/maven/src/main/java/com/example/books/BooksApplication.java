package com.example.books;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.EnableCaching;

@SpringBootApplication
@EnableCaching
public class BooksApplication {

	public static void main(String[] arguments) {
		SpringApplication.run(BooksApplication.class, arguments);
	}

}
