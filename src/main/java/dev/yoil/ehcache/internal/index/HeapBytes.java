package dev.yoil.ehcache.internal.index;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ReflectionUtils;

/**
 * A meter of the heap that a key and its value take. It is exact for arrays of primitives
 * and for strings, and for other objects as far as their fields can be read, on a 64-bit
 * JVM with compressed references and compact strings. An object that several values share
 * counts for each of them. Ehcache's own meter cannot read strings and collections of the
 * JDK.
 */
final class HeapBytes {

	/** The entry itself with its places in Ehcache and in the index, as measured. */
	static final long PER_ENTRY = 352;

	/** Objects beyond these are not counted. */
	private static final int MOST_OBJECTS = 10_000;

	private static final int HEADER = 12;

	private static final int ARRAY_HEADER = 16;

	private static final int REFERENCE = 4;

	private static final Map<Class<?>, Integer> WIDTHS = Map.of(long.class, 8, double.class, 8, int.class, 4,
			float.class, 4, short.class, 2, char.class, 2, byte.class, 1, boolean.class, 1);

	/** An object that cannot be read, such as an instant of the JDK. */
	private static final int OPAQUE = 32;

	private static final int LIST = 24;

	private static final int MAP = 48;

	/** A node of a hash map or set, and its place in the table. */
	private static final int NODE = 40;

	private static final ClassValue<Layout> LAYOUTS = new ClassValue<>() {

		@Override
		protected Layout computeValue(Class<?> type) {
			return Layout.of(type);
		}

	};

	private final Deque<Object> open = new ArrayDeque<>();

	private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

	private HeapBytes() {
	}

	/**
	 * {@return the bytes of a key and its value, with all objects that they refer to}
	 */
	static long of(Object key, Object value) {
		HeapBytes bytes = new HeapBytes();
		bytes.add(key);
		bytes.add(value);
		return PER_ENTRY + bytes.count();
	}

	private long count() {
		long bytes = 0;
		for (Object next = this.open.poll(); next != null; next = this.open.poll()) {
			bytes += countOrGuess(next);
		}
		return bytes;
	}

	private long countOrGuess(Object object) {
		try {
			return count(object);
		}
		catch (RuntimeException ex) {
			// Another thread may be changing a collection.
			return OPAQUE;
		}
	}

	private void add(@Nullable Object object) {
		if (object != null && !(object instanceof Enum) && !(object instanceof Class) && this.seen.size() < MOST_OBJECTS
				&& this.seen.add(object)) {
			this.open.add(object);
		}
	}

	private long count(Object object) {
		if (object instanceof String text) {
			boolean latin = text.chars().allMatch((character) -> character < 256);
			return aligned(HEADER + 12) + aligned(ARRAY_HEADER + (long) text.length() * (latin ? 1 : 2));
		}
		if (object.getClass().isArray()) {
			return array(object);
		}
		// Collections of other libraries may load their elements when they are read.
		if (object.getClass().getName().startsWith("java.util.")) {
			if (object instanceof Collection<?> elements) {
				elements.forEach(this::add);
				return (elements instanceof List) ? LIST + aligned(ARRAY_HEADER + (long) REFERENCE * elements.size())
						: MAP + (long) NODE * elements.size();
			}
			if (object instanceof Map<?, ?> map) {
				map.forEach((key, value) -> {
					add(key);
					add(value);
				});
				return MAP + (long) NODE * map.size();
			}
			if (object instanceof Optional<?> optional) {
				optional.ifPresent(this::add);
			}
		}
		Layout layout = LAYOUTS.get(object.getClass());
		layout.references().forEach((field) -> add(ReflectionUtils.getField(field, object)));
		return layout.bytes();
	}

	private long array(Object array) {
		int length = Array.getLength(array);
		if (array instanceof Object[] elements) {
			for (Object element : elements) {
				add(element);
			}
		}
		return aligned(ARRAY_HEADER + (long) length * width(array.getClass().getComponentType()));
	}

	private static int width(Class<?> type) {
		return WIDTHS.getOrDefault(type, REFERENCE);
	}

	private static long aligned(long bytes) {
		return (bytes + 7) & ~7L;
	}

	/** The bytes of an object of a class, and its fields that refer to other objects. */
	private record Layout(long bytes, List<Field> references) {

		static Layout of(Class<?> type) {
			List<Field> references = new ArrayList<>();
			long[] bytes = { HEADER };
			try {
				ReflectionUtils.doWithFields(type, (field) -> {
					bytes[0] += width(field.getType());
					if (!field.getType().isPrimitive()) {
						field.setAccessible(true);
						references.add(field);
					}
				}, (field) -> !Modifier.isStatic(field.getModifiers()));
			}
			catch (InaccessibleObjectException | IllegalStateException | LinkageError | SecurityException ex) {
				return new Layout(OPAQUE, List.of());
			}
			return new Layout(aligned(bytes[0]), List.copyOf(references));
		}

	}

}
