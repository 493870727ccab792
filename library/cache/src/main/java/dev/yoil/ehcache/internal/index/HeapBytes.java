package dev.yoil.ehcache.internal.index;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ReflectionUtils;

/**
 * A meter of the heap that a key and its value take. It is exact for arrays of primitives
 * and for strings, and for other objects as far as their fields can be read, on a 64-bit
 * JVM with compressed references and compact strings. An object that several values share
 * counts for each of them, but not what the application shares: see
 * {@link SharedObjects}. Ehcache's own meter cannot read strings and collections of the
 * JDK.
 */
final class HeapBytes {

	/** The entry itself with its places in Ehcache and in the index, as measured. */
	static final long PER_ENTRY = 352;

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

	private final long most;

	private boolean cut;

	private HeapBytes(long most) {
		this.most = most;
	}

	/**
	 * {@return the bytes of a key and its value, with the objects that they refer to}
	 */
	static long of(Object key, Object value) {
		return of(key, value, OversizedValue.COUNTED).bytes();
	}

	/**
	 * Measures a key and its value with the objects that they refer to, and stops at a
	 * number of objects.
	 */
	static Size of(Object key, Object value, long most) {
		HeapBytes bytes = new HeapBytes(most);
		bytes.add(key);
		bytes.add(value);
		return new Size(PER_ENTRY + bytes.count(), bytes.cut ? bytes.mostly() : null);
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
		if (object == null || LAYOUTS.get(object.getClass()).isShared(object)) {
			return;
		}
		if (this.seen.size() < this.most) {
			if (this.seen.add(object)) {
				this.open.add(object);
			}
		}
		else if (!this.seen.contains(object)) {
			this.cut = true;
		}
	}

	private void addAll(Iterable<?> objects) {
		for (Object object : objects) {
			add(object);
			if (this.cut) {
				return;
			}
		}
	}

	private long count(Object object) {
		if (object instanceof String text) {
			return aligned(HEADER + 12) + aligned(ARRAY_HEADER + (long) text.length() * (isLatin(text) ? 1 : 2));
		}
		if (object.getClass().isArray()) {
			return array(object);
		}
		// Collections of other libraries may load their elements when they are read.
		if (object.getClass().getName().startsWith("java.util.")) {
			if (object instanceof Collection<?> elements) {
				addAll(elements);
				return (elements instanceof List) ? LIST + aligned(ARRAY_HEADER + (long) REFERENCE * elements.size())
						: MAP + (long) NODE * elements.size();
			}
			if (object instanceof Map<?, ?> map) {
				addAll(map.keySet());
				addAll(map.values());
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

	private static boolean isLatin(String text) {
		for (int i = 0; i < text.length(); i++) {
			if (text.charAt(i) > 255) {
				return false;
			}
		}
		return true;
	}

	private long array(Object array) {
		if (array instanceof Object[] elements) {
			addAll(Arrays.asList(elements));
		}
		return aligned(ARRAY_HEADER + (long) Array.getLength(array) * width(array.getClass().getComponentType()));
	}

	private String mostly() {
		return this.seen.stream()
			.collect(Collectors.groupingBy(Object::getClass, Collectors.counting()))
			.entrySet()
			.stream()
			.max(Map.Entry.comparingByValue())
			.map((type) -> type.getKey().getTypeName())
			.orElseThrow();
	}

	private static int width(Class<?> type) {
		return WIDTHS.getOrDefault(type, REFERENCE);
	}

	private static long aligned(long bytes) {
		return (bytes + 7) & ~7L;
	}

	/**
	 * The size of an entry.
	 *
	 * @param bytes the bytes of the objects that were counted
	 * @param mostly the name of the class of most of these objects if there are more of
	 * them; {@code null} if all were counted
	 */
	record Size(long bytes, @Nullable String mostly) {
	}

	/**
	 * The bytes of an object of a class, and its fields that refer to other objects.
	 *
	 * @param constants the fields with the shared objects of the class; {@code null} if
	 * all are shared
	 */
	private record Layout(long bytes, List<Field> references, @Nullable List<Field> constants) {

		static Layout of(Class<?> type) {
			List<Field> references = new ArrayList<>();
			List<Field> constants = new ArrayList<>();
			long[] bytes = { HEADER };
			try {
				if (SharedObjects.isShared(type)) {
					return new Layout(0, references, null);
				}
				ReflectionUtils.doWithFields(type, (field) -> {
					bytes[0] += width(field.getType());
					if (!field.getType().isPrimitive() && !SharedObjects.isShared(field)) {
						field.setAccessible(true);
						references.add(field);
					}
				}, (field) -> !Modifier.isStatic(field.getModifiers()));
				ReflectionUtils.doWithFields(type, constants::add,
						(field) -> SharedObjects.isConstant(field, type) && field.trySetAccessible());
			}
			catch (InaccessibleObjectException | IllegalStateException | LinkageError | SecurityException ex) {
				return new Layout(OPAQUE, List.of(), List.of());
			}
			return new Layout(aligned(bytes[0]), List.copyOf(references), List.copyOf(constants));
		}

		boolean isShared(Object object) {
			if (this.constants == null) {
				return true;
			}
			for (Field constant : this.constants) {
				if (ReflectionUtils.getField(constant, null) == object) {
					return true;
				}
			}
			return false;
		}

	}

}
