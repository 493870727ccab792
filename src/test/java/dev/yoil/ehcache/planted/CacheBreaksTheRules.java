package dev.yoil.ehcache.planted;

import jakarta.servlet.ServletRequest;

import org.springframework.boot.SpringApplication;
import org.springframework.transaction.support.TransactionSynchronization;

/** Planted to break several rules of the architecture. */
public record CacheBreaksTheRules(SpringApplication boot, ServletRequest request,
		TransactionSynchronization transaction) {

	long now() {
		return System.currentTimeMillis();
	}

}
