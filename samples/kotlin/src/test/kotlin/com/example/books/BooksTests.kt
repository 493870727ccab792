package com.example.books

import dev.yoil.ehcache.EhCacheCacheManager
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.springframework.beans.factory.annotation.Autowired
import org.springframework.boot.test.context.SpringBootTest

@SpringBootTest
class BooksTests @Autowired constructor(private val books: Books, private val caches: EhCacheCacheManager) {

    @Test
    fun loadsOnceAndReadsNewTitleAfterRename() = runBlocking<Unit> {
        val loads = loads()
        val titles = (1..10).map { async(Dispatchers.Default) { books.title("1") } }.awaitAll()
        assertThat(titles).containsOnly("Walden")
        assertThat(loads()).isEqualTo(loads + 1)
        books.rename("1", "Life in the Woods")
        assertThat(books.title("1")).isEqualTo("Life in the Woods")
    }

    @Test
    fun findsBookThatWasUnknown() = runBlocking<Unit> {
        assertThat(books.title("2")).isNull()
        books.add("2", "Emma")
        assertThat(books.title("2")).isEqualTo("Emma")
    }

    private fun loads() = caches.caches().first().statistics().loads()

}
