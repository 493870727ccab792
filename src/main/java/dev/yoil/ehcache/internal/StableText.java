package dev.yoil.ehcache.internal;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.util.ObjectUtils;
import org.springframework.util.ReflectionUtils;

/**
 * A test for keys whose text is the same in every JVM if they are equal. Sets and maps
 * fail, because the order of their elements differs; so do objects with the
 * {@code toString()} of {@link Object}, and all types that are not known.
 */
public final class StableText {

	private static final Set<Class<?>> STABLE = Set.of(String.class, Character.class, Boolean.class, Byte.class,
			Short.class, Integer.class, Long.class, Float.class, Double.class, BigInteger.class, BigDecimal.class,
			UUID.class, Locale.class);

	private static final Field PARAMETERS = Objects
		.requireNonNull(ReflectionUtils.findField(SimpleKey.class, "params"));

	/** The fields of records that do not override {@code equals}; empty for others. */
	private static final ClassValue<Optional<List<Field>>> FIELDS = new ClassValue<>() {

		@Override
		protected Optional<List<Field>> computeValue(Class<?> type) {
			try {
				List<Field> fields = Arrays.stream(type.getDeclaredFields())
					.filter((field) -> !Modifier.isStatic(field.getModifiers()))
					.toList();
				fields.forEach(ReflectionUtils::makeAccessible);
				// The method that the compiler generates is final.
				return Modifier.isFinal(type.getMethod("equals", Object.class).getModifiers()) ? Optional.of(fields)
						: Optional.empty();
			}
			catch (NoSuchMethodException | RuntimeException ex) {
				return Optional.empty();
			}
		}

	};

	static {
		ReflectionUtils.makeAccessible(PARAMETERS);
	}

	private StableText() {
	}

	/**
	 * Returns the type that makes the text of a key unstable.
	 * @param part a key, or a part of one
	 * @return {@code null} if the text is stable
	 */
	public static @Nullable Class<?> obstacle(@Nullable Object part) {
		if (part == null || part instanceof Enum || STABLE.contains(part.getClass())
				|| part.getClass().getPackageName().equals("java.time")) {
			return null;
		}
		if (part instanceof List<?> list) {
			return obstacle(list.stream());
		}
		if (part.getClass() == SimpleKey.class) {
			return obstacle(elements(ReflectionUtils.getField(PARAMETERS, part)));
		}
		Optional<List<Field>> fields = (part instanceof Record) ? FIELDS.get(part.getClass()) : Optional.empty();
		return fields.isPresent()
				? obstacle(fields.get().stream().map((field) -> ReflectionUtils.getField(field, part)))
				: part.getClass();
	}

	private static @Nullable Class<?> obstacle(Stream<? extends @Nullable Object> parts) {
		return parts.<@Nullable Class<?>>map(StableText::obstacle).filter(Objects::nonNull).findFirst().orElse(null);
	}

	/** {@link SimpleKey} compares and prints arrays by their elements. */
	private static Stream<@Nullable Object> elements(@Nullable Object part) {
		return ObjectUtils.isArray(part) ? Arrays.stream(ObjectUtils.toObjectArray(part)).flatMap(StableText::elements)
				: Stream.ofNullable(part);
	}

}
