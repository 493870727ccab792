package dev.yoil.ehcache.internal.tables;

import java.util.Set;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;

import dev.yoil.ehcache.internal.label.Change;
import dev.yoil.ehcache.internal.label.Label;
import dev.yoil.ehcache.spi.CacheValidity;
import dev.yoil.ehcache.spi.WriteGate;

/**
 * The validity of a cache whose values depend on the tables that their loads read.
 *
 * @param own the validity without tables
 * @param reads begins the loads of the cache
 */
record DependentValidity(CacheValidity own, TableReads reads) implements CacheValidity {

	@Override
	public Label label(Object key) {
		DependentLabel label = new DependentLabel(this.own.label(key));
		// Before other callers see the load, and wait for it.
		this.reads.begin(label);
		return label;
	}

	@Override
	public Set<String> regions(Object key) {
		return this.own.regions(key);
	}

	@Override
	public SortedMap<String, Long> versions(Object key) {
		return this.own.versions(key);
	}

	@Override
	public Change changeAll() {
		return this.own.changeAll();
	}

	@Override
	public boolean isAll(Change change) {
		return this.own.isAll(change);
	}

	@Override
	public WriteGate gate(BooleanSupplier tiered) {
		return this.own.gate(tiered);
	}

}
