package com.example.orders

import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.CompletableDeferred
import org.springframework.boot.autoconfigure.SpringBootApplication
import org.springframework.cache.annotation.CacheEvict
import org.springframework.cache.annotation.Cacheable
import org.springframework.cache.annotation.EnableCaching
import org.springframework.stereotype.Component
import org.springframework.web.bind.annotation.GetMapping
import org.springframework.web.bind.annotation.PathVariable
import org.springframework.web.bind.annotation.RestController
import reactor.core.publisher.Flux
import reactor.core.publisher.Mono

@SpringBootApplication(proxyBeanMethods = false)
@EnableCaching
class OrdersApplication

/** Cached orders. Loads wait for the gate, and each load returns a new number. */
@Component
class Orders {

    @Volatile
    var gate = CompletableDeferred(Unit)

    private val last = AtomicInteger()

    @Cacheable("stock", sync = true)
    suspend fun of(customer: String): Int {
        gate.await()
        if (customer == "nobody") {
            throw NoSuchElementException(customer)
        }
        return last.incrementAndGet()
    }

    @CacheEvict("stock")
    suspend fun place(customer: String) = gate.await()

    @Cacheable("prices")
    suspend fun withoutSync(customer: String): Int {
        val read = last.incrementAndGet()
        gate.await()
        return read
    }

    @CacheEvict("prices")
    fun placeWithoutSync(customer: String) = Unit

    @Cacheable("prices", sync = true, key = "'none:' + #customer")
    suspend fun none(customer: String): Int? {
        last.incrementAndGet()
        return null
    }

    @Cacheable("prices", sync = true, key = "'mono:' + #customer")
    fun mono(customer: String): Mono<Int> = Mono.fromSupplier { last.incrementAndGet() }

    @Cacheable("prices", key = "'flux:' + #customer")
    fun flux(customer: String): Flux<Int> = Flux.defer { Flux.just(last.incrementAndGet(), last.incrementAndGet()) }

    @CacheEvict("prices", allEntries = true)
    fun placeAll(): Mono<Void> = Mono.empty()

    fun loads() = last.get()

}

@RestController
class OrderController(private val orders: Orders) {

    @GetMapping("/orders/{customer}")
    suspend fun of(@PathVariable customer: String) = orders.of(customer)

}
