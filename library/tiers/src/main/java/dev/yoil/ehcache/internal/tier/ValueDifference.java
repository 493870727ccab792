package dev.yoil.ehcache.internal.tier;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.KeyText;
import org.jspecify.annotations.Nullable;

import org.springframework.util.ObjectUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The first difference of two values. Records, lists, maps, optionals and arrays are
 * compared by their components, because records compare arrays by identity; everything
 * else by {@code equals}.
 *
 * @param path the component that differs, such as {@code items[2].name}; empty for the
 * value itself
 * @param problem how it differs
 */
record ValueDifference(String path, String problem) {

	/**
	 * {@return the difference, without the values themselves, which may be secret;
	 * {@code null} if there is none}
	 */
	static @Nullable ValueDifference between(@Nullable Object one, @Nullable Object other) {
		return between("", one, other);
	}

	private static @Nullable ValueDifference between(String path, @Nullable Object one, @Nullable Object other) {
		// Arrays are compared without a map of their elements.
		if (ObjectUtils.nullSafeEquals(one, other)) {
			return null;
		}
		if (one == null || other == null || kind(one) == null || kind(one) != kind(other)) {
			return different(path, one, other);
		}
		Map<?, ?> parts = parts(one);
		Map<?, ?> others = parts(other);
		return !parts.keySet().equals(others.keySet()) ? different(path, one, other)
				: parts.keySet()
					.stream()
					.map((part) -> between(path + step(path, one, part), parts.get(part), others.get(part)))
					.filter(Objects::nonNull)
					.findFirst()
					.orElse(null);
	}

	/** Returns a type that has the same parts as a value. */
	private static @Nullable Class<?> kind(Object value) {
		if (value instanceof Record || value.getClass().isArray()) {
			return value.getClass();
		}
		return Stream.<Class<?>>of(List.class, Map.class, Optional.class)
			.filter((type) -> type.isInstance(value))
			.findFirst()
			.orElse(null);
	}

	private static Map<?, ?> parts(Object value) {
		if (value instanceof Map<?, ?> map) {
			return map;
		}
		Map<Object, @Nullable Object> parts = new LinkedHashMap<>();
		if (value instanceof Record) {
			for (RecordComponent component : value.getClass().getRecordComponents()) {
				ReflectionUtils.makeAccessible(component.getAccessor());
				parts.put(component.getName(), ReflectionUtils.invokeMethod(component.getAccessor(), value));
			}
		}
		else if (value instanceof Optional<?> optional) {
			parts.put("", optional.orElse(null));
		}
		else {
			for (Object element : (value instanceof List<?> list) ? list.toArray() : ObjectUtils.toObjectArray(value)) {
				parts.put(parts.size(), element);
			}
		}
		return parts;
	}

	private static String step(String path, Object value, Object part) {
		if (value instanceof Record || value instanceof Optional) {
			return (path.isEmpty() || value instanceof Optional) ? part.toString() : "." + part;
		}
		return "[" + ((value instanceof Map) ? KeyText.logged(part) : part) + "]";
	}

	private static ValueDifference different(String path, @Nullable Object one, @Nullable Object other) {
		if (one != null && other != null && one.getClass() == other.getClass() && !hasEquals(one.getClass())) {
			return new ValueDifference(path,
					"cannot be compared: " + one.getClass().getName() + " does not override equals");
		}
		return new ValueDifference(path, "differs" + types(one, other));
	}

	private static String types(@Nullable Object one, @Nullable Object other) {
		String before = (one != null) ? one.getClass().getName() : "null";
		String after = (other != null) ? other.getClass().getName() : "null";
		return before.equals(after) ? "" : ": " + before + " became " + after;
	}

	private static boolean hasEquals(Class<?> type) {
		try {
			return type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
		}
		catch (NoSuchMethodException ex) {
			return true; // cannot happen
		}
	}

	@Override
	public String toString() {
		return this.path.isEmpty() ? "it " + this.problem : "component " + this.path + " " + this.problem;
	}

}
