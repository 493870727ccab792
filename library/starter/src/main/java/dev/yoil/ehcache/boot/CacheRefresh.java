package dev.yoil.ehcache.boot;

import java.util.function.Consumer;

/**
 * Keeps the entries of a cache that are in use fresh without a caller. Declare a bean of
 * this type for each such cache, whose policy needs {@code refresh-after}.
 * <p>
 * An entry is refreshed at that age if callers got its value since it was loaded. So
 * refreshes of a key end when nothing asks for it. The caller is this bean: it calls a
 * cached method with the key, in one thread, up to 100 times a second. The method returns
 * the present value, and is loaded in the threads of other refreshes.
 *
 * @param <K> the type of the keys
 * @param cache the name of the cache
 * @param load calls the cached method of another bean, so that all its annotations apply
 */
public record CacheRefresh<K>(String cache, Consumer<? super K> load) {
}
