package com.example.shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.cache.annotation.EnableCaching;

/**
 * The application. It does not depend on the cache implementation.
 */
@SpringBootApplication(proxyBeanMethods = false)
@EnableCaching
class Shop {

	public static void main(String[] arguments) {
		SpringApplication.run(Shop.class, arguments);
	}

}
