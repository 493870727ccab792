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

/**
 * How many bytes of the heap a key or a value takes: exact for arrays of primitives and
 * for texts, and for other objects as far as their fields can be read, on a JVM of 64
 * bits with compressed references and texts of one byte per character where that is
 * enough. Objects that several values share are counted for each.
 * <p>
 * Thread-safe.
 */
final class HeapBytes {

	/** What the entry takes, and its places in Ehcache and in the index, as measured. */
	static final long PER_ENTRY = 344;

	/** Whatever is behind more objects is not counted. */
	private static final int MOST_OBJECTS = 10_000;

	private static final int HEADER = 12;

	private static final int ARRAY_HEADER = 16;

	private static final int REFERENCE = 4;

	/** An object of the JDK whose fields cannot be read, such as a moment. */
	private static final int OPAQUE = 32;

	private static final int LIST = 24;

	private static final int MAP = 48;

	/** What a hash map or set adds for each element: a node, and a place in its table. */
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
	 * {@return how many bytes a key and its value take together, with all that they refer
	 * to}
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
			bytes += count(next);
		}
		return bytes;
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
		// Others may load what they hold when they are read.
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
		layout.references().forEach((field) -> add(read(field, object)));
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

	private static @Nullable Object read(Field field, Object object) {
		try {
			return field.get(object);
		}
		catch (IllegalAccessException ex) {
			throw new IllegalStateException("It was made accessible", ex);
		}
	}

	private static int width(Class<?> type) {
		if (type == long.class || type == double.class) {
			return Long.BYTES;
		}
		if (type == int.class || type == float.class) {
			return Integer.BYTES;
		}
		if (type == short.class || type == char.class) {
			return Short.BYTES;
		}
		return type.isPrimitive() ? Byte.BYTES : REFERENCE;
	}

	private static long aligned(long bytes) {
		return (bytes + 7) & ~7L;
	}

	/**
	 * What the objects of a class take by themselves, and what they refer to.
	 */
	private record Layout(long bytes, List<Field> references) {

		static Layout of(Class<?> type) {
			long bytes = HEADER;
			List<Field> references = new ArrayList<>();
			try {
				for (Class<?> part = type; part != null; part = part.getSuperclass()) {
					for (Field field : part.getDeclaredFields()) {
						if (!Modifier.isStatic(field.getModifiers())) {
							bytes += width(field.getType());
							if (!field.getType().isPrimitive()) {
								field.setAccessible(true);
								references.add(field);
							}
						}
					}
				}
			}
			catch (InaccessibleObjectException | LinkageError | SecurityException ex) {
				return new Layout(OPAQUE, List.of());
			}
			return new Layout(aligned(bytes), List.copyOf(references));
		}

	}

}
