package com.example.orders

import dev.yoil.ehcache.EhCacheCacheManager
import java.util.concurrent.TimeUnit
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.AfterAll
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout
import org.springframework.boot.SpringApplication
import org.springframework.cache.CacheManager
import org.springframework.context.ConfigurableApplicationContext
import org.springframework.web.reactive.function.client.WebClient

/** Suspend functions, Mono and Flux in an application with WebFlux. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class KotlinTests {

    private val caches = application.getBean(CacheManager::class.java) as EhCacheCacheManager

    private val orders = application.getBean(Orders::class.java)

    @BeforeEach
    fun empty() {
        orders.gate = CompletableDeferred(Unit)
        caches.resetCaches()
    }

    @Test
    fun loadsSuspendFunctionOnceForConcurrentCallers() = runBlocking<Unit> {
        orders.gate = CompletableDeferred()
        val before = orders.loads()
        val asked = misses() + 20
        val all = (1..20).map { async(Dispatchers.Default) { orders.of("ann") } }
        await().until { misses() == asked }
        orders.gate.complete(Unit)
        assertThat(all.awaitAll()).containsOnly(before + 1)
        assertThat(orders.of("ann")).isEqualTo(before + 1)
        orders.place("ann")
        assertThat(orders.of("ann")).isEqualTo(before + 2)
    }

    @Test
    fun servesOtherCallersAfterOneIsCancelled() = runBlocking<Unit> {
        orders.gate = CompletableDeferred()
        val asked = misses() + 2
        val first = async(Dispatchers.Default) { orders.of("ann") }
        await().until { misses() == asked - 1 }
        val second = async(Dispatchers.Default) { orders.of("ann") }
        await().until { misses() == asked }
        first.cancelAndJoin()
        orders.gate.complete(Unit)
        assertThat(orders.of("ann")).isEqualTo(second.await())
    }

    @Test
    fun throwsExceptionOfTheFunction() = runBlocking<Unit> {
        assertThat(runCatching { orders.of("nobody") }.exceptionOrNull()).isInstanceOf(NoSuchElementException::class.java)
    }

    @Test
    fun doesNotStoreValueReadBeforeEviction() = runBlocking<Unit> {
        orders.gate = CompletableDeferred()
        val before = orders.loads()
        val old = async(Dispatchers.Default) { orders.withoutSync("ann") }
        await().until { orders.loads() == before + 1 }
        orders.placeWithoutSync("ann")
        orders.gate.complete(Unit)
        assertThat(old.await()).isEqualTo(before + 1)
        assertThat(orders.withoutSync("ann")).isEqualTo(before + 2)
        assertThat(orders.withoutSync("ann")).isEqualTo(before + 2)
    }

    @Test
    fun cachesNull() = runBlocking<Unit> {
        val before = orders.loads()
        assertThat(orders.none("ann")).isNull()
        assertThat(orders.none("ann")).isNull()
        assertThat(orders.loads()).isEqualTo(before + 1)
    }

    @Test
    fun cachesMonoAndFlux() {
        val mono = orders.mono("ann").block()
        val flux = orders.flux("ann").collectList().block()
        assertThat(orders.mono("ann").block()).isEqualTo(mono)
        assertThat(orders.flux("ann").collectList().block()).isEqualTo(flux)
        orders.placeAll().block()
        assertThat(orders.mono("ann").block()).isNotEqualTo(mono)
        assertThat(orders.flux("ann").collectList().block()).isNotEqualTo(flux)
    }

    @Test
    fun servesSuspendControllers() {
        val client = WebClient.create("http://127.0.0.1:" + application.environment.getProperty("local.server.port"))
        fun get(path: String) = client.get().uri(path).retrieve().bodyToMono(String::class.java).block()
        val number = get("/orders/ann")
        assertThat(get("/orders/ann")).isEqualTo(number)
        assertThat(get("/actuator/yoilcaches/stock")).contains("\"key\":\"ann\"")
    }

    private fun misses() = (caches.getCache("stock") as dev.yoil.ehcache.EhCacheCache).statistics().misses()

    companion object {

        private val application: ConfigurableApplicationContext = SpringApplication.run(
            OrdersApplication::class.java,
            "--server.port=0",
            "--server.address=127.0.0.1",
            "--management.endpoints.web.exposure.include=yoilcaches",
        )

        @JvmStatic
        @AfterAll
        fun stop() = application.close()

    }

}
