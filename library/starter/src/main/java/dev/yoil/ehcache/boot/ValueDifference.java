package dev.yoil.ehcache.boot;

import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import dev.yoil.ehcache.internal.KeyText;
import org.jspecify.annotations.Nullable;

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
		if (Objects.equals(one, other)) {
			return null;
		}
		boolean sameParts = one != null && other != null && parts(one) != null && parts(one) == parts(other);
		return (one != null && other != null && sameParts) ? ofParts(path, one, other) : different(path, one, other);
	}

	/** Returns a type that has the same parts as a value. */
	private static @Nullable Class<?> parts(Object value) {
		if (value instanceof Record || value.getClass().isArray()) {
			return value.getClass();
		}
		return Stream.<Class<?>>of(List.class, Map.class, Optional.class)
			.filter((type) -> type.isInstance(value))
			.findFirst()
			.orElse(null);
	}

	private static @Nullable ValueDifference ofParts(String path, Object one, Object other) {
		if (one instanceof Record) {
			return ofComponents(path, one, other);
		}
		if (one instanceof Map<?, ?> map) {
			return ofEntries(path, map, (Map<?, ?>) other);
		}
		if (one instanceof Optional<?> optional) {
			return between(path, optional.orElse(null), ((Optional<?>) other).orElse(null));
		}
		return (one instanceof List<?> list) ? ofElements(path, list.toArray(), ((List<?>) other).toArray())
				: ofElements(path, one, other);
	}

	private static @Nullable ValueDifference ofComponents(String path, Object one, Object other) {
		for (RecordComponent component : one.getClass().getRecordComponents()) {
			ReflectionUtils.makeAccessible(component.getAccessor());
			ValueDifference difference = between((path.isEmpty() ? "" : path + ".") + component.getName(),
					ReflectionUtils.invokeMethod(component.getAccessor(), one),
					ReflectionUtils.invokeMethod(component.getAccessor(), other));
			if (difference != null) {
				return difference;
			}
		}
		return null;
	}

	private static @Nullable ValueDifference ofElements(String path, Object one, Object other) {
		if (Array.getLength(one) != Array.getLength(other)) {
			return different(path, one, other);
		}
		for (int i = 0; i < Array.getLength(one); i++) {
			ValueDifference difference = between(path + "[" + i + "]", Array.get(one, i), Array.get(other, i));
			if (difference != null) {
				return difference;
			}
		}
		return null;
	}

	private static @Nullable ValueDifference ofEntries(String path, Map<?, ?> one, Map<?, ?> other) {
		if (!one.keySet().equals(other.keySet())) {
			return different(path, one, other);
		}
		for (Map.Entry<?, ?> entry : one.entrySet()) {
			ValueDifference difference = between(path + "[" + KeyText.logged(entry.getKey()) + "]", entry.getValue(),
					other.get(entry.getKey()));
			if (difference != null) {
				return difference;
			}
		}
		return null;
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
