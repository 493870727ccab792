package dev.yoil.ehcache.xml;

/**
 * What the keys and values of a cache have to be.
 *
 * @param key the type of all keys
 * @param value the type of all values that are not {@code null}
 */
public record DeclaredTypes(Class<?> key, Class<?> value) {
}
