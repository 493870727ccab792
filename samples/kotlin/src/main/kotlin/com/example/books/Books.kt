package com.example.books

import java.util.Optional
import java.util.concurrent.ConcurrentHashMap
import kotlinx.coroutines.delay
import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.boot.runApplication
import org.springframework.cache.annotation.CacheEvict
import org.springframework.cache.annotation.Cacheable
import org.springframework.cache.annotation.EnableCaching
import org.springframework.http.ResponseEntity
import org.springframework.stereotype.Service
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.PutMapping
import org.springframework.web.bind.annotation.RequestBody
import org.springframework.web.bind.annotation.RequestMapping
import org.springframework.web.bind.annotation.RestController

@SpringBootApplication
@EnableCaching
class BooksApplication

fun main(arguments: Array<String>) {
    runApplication<BooksApplication>(*arguments)
}

/** Titles by ISBN. The map stands for a database. */
@Service
class Books {

    private val titles = ConcurrentHashMap(mapOf("1" to "Walden"))

    @Cacheable("titles", sync = true)
    suspend fun title(isbn: String): String? {
        delay(100) // as long as a slow query
        return titles[isbn]
    }

    /** Adds a book as another program does, which does not know the cache. */
    fun add(isbn: String, title: String) {
        titles[isbn] = title
    }

    @CacheEvict("titles", key = "#isbn")
    suspend fun rename(isbn: String, title: String) {
        titles[isbn] = title
    }

}

@RestController
@RequestMapping("/books/{isbn}")
class BookController(private val books: Books) {

    @GetMapping
    suspend fun title(@PathVariable isbn: String) = ResponseEntity.of(Optional.ofNullable(books.title(isbn)))

    @PutMapping
    suspend fun rename(@PathVariable isbn: String, @RequestBody title: String) = books.rename(isbn, title)

}
