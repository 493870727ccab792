package com.example.clinic;

import dev.yoil.ehcache.region.Regions;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

@Service
@Transactional
class Owners {

	private final OwnerRepository repository;

	private final Regions regions;

	Owners(OwnerRepository repository, Regions regions) {
		this.repository = repository;
		this.regions = regions;
	}

	@Cacheable(cacheNames = "owners", key = "#id")
	@Transactional(readOnly = true)
	public String name(long id) {
		return this.repository.findById(id).map(Owner::name).orElse("none");
	}

	@CacheEvict(cacheNames = "owners", key = "#id")
	public void rename(long id, String name) {
		this.repository.save(new Owner(id, name));
	}

	public void renameAll() {
		this.regions.changed("owners");
	}

	@CacheEvict(cacheNames = "owners", key = "#id")
	public void renameInVain(long id) {
		throw new IllegalStateException("rolled back");
	}

}
