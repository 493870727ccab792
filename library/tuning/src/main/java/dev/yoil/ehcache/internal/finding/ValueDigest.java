package dev.yoil.ehcache.internal.finding;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;

/**
 * A digest of the state of a value that callers can change by mistake: arrays, common
 * collections of the JDK, and fields that are public or have a setter or getter. It calls
 * no method of the value's own types, so it loads nothing lazily.
 * <p>
 * It leaves out state that changes on purpose: types made for several threads, fields
 * without a setter that are unset at first, transient fields, and types of JPA providers.
 * It reads at most {@value #MOST} references, and keeps none. For one thread at a time.
 */
final class ValueDigest {

	private static final int MOST = 2_000;

	private static final int DEEPEST = 32;

	/** Longer arrays of primitives are compared by their length. */
	private static final int LONGEST = 100_000;

	/** No views, because they may read collections of other libraries. */
	private static final Set<Class<?>> MODIFIABLE = Set.of(ArrayList.class, LinkedList.class, ArrayDeque.class,
			HashSet.class, LinkedHashSet.class, TreeSet.class, HashMap.class, LinkedHashMap.class, TreeMap.class,
			EnumMap.class, Arrays.asList().getClass());

	private static final List<String> SIMPLE = List.of("java.lang.", "java.math.", "java.time.", "java.util.UUID",
			"java.util.Date");

	private static final List<String> JPA_PROVIDERS = List.of("org.hibernate.", "org.eclipse.persistence.");

	private static final ClassValue<List<Property>> PROPERTIES = new ClassValue<>() {

		@Override
		protected List<Property> computeValue(Class<?> type) {
			return Property.of(type);
		}

	};

	/** The fields without a setter that are unset at first, in the order of reading. */
	private final BitSet unset = new BitSet();

	private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

	private @Nullable Long hash;

	private boolean changeable;

	private int references;

	private int withoutSetter;

	private ValueDigest() {
	}

	/**
	 * {@return the digest of a value; {@code null} if nothing can change in it, or if two
	 * digests in a row differ}
	 */
	static @Nullable ValueDigest of(Object value) {
		ValueDigest digest = new ValueDigest();
		digest.hash = digest.read(value);
		return (digest.changeable && digest.hash != null && digest.matches(value)) ? digest : null;
	}

	/**
	 * {@return whether the state of the value is the same as at first, or cannot be read
	 * at the moment}
	 */
	boolean matches(Object value) {
		Long present = read(value);
		return present == null || present.equals(this.hash);
	}

	private @Nullable Long read(Object value) {
		this.references = 0;
		this.withoutSetter = 0;
		try {
			return hash(value, 0);
		}
		catch (RuntimeException ex) {
			// Another thread is changing a collection.
			return null;
		}
		finally {
			this.seen.clear();
		}
	}

	private long hash(@Nullable Object object, int depth) {
		if (this.references++ >= MOST || depth > DEEPEST || object == null) {
			return 0;
		}
		if (object instanceof String || object instanceof Enum || isOf(object.getClass(), SIMPLE)) {
			this.changeable |= object instanceof Date;
			return object.hashCode();
		}
		return this.seen.add(object) ? content(object, depth) : 1;
	}

	private long content(Object object, int depth) {
		Class<?> type = object.getClass();
		if (type.isArray()) {
			this.changeable = true;
			return (object instanceof Object[] elements) ? all(Arrays.asList(elements), depth)
					: (Array.getLength(object) > LONGEST) ? Array.getLength(object)
							: Arrays.deepHashCode(new Object[] { object });
		}
		boolean modifiable = MODIFIABLE.contains(type) || object instanceof EnumSet;
		this.changeable |= modifiable;
		if (!modifiable && !type.getName().startsWith("java.util.ImmutableCollections$")) {
			long hash = type.hashCode();
			for (Property property : PROPERTIES.get(type)) {
				hash = 31 * hash + property(property, object, depth);
			}
			return hash;
		}
		return (object instanceof Map<?, ?> map) ? 31 * all(map.keySet(), depth) + all(map.values(), depth)
				: all((Collection<?>) object, depth);
	}

	private long all(Collection<?> elements, int depth) {
		long hash = elements.size();
		for (Object element : elements) {
			if (this.references >= MOST) {
				break;
			}
			hash = 31 * hash + hash(element, depth + 1);
		}
		return hash;
	}

	private long property(Property property, Object owner, int depth) {
		Object value = ReflectionUtils.getField(property.field(), owner);
		boolean fixed = Modifier.isFinal(property.field().getModifiers());
		this.changeable |= !fixed;
		if (!fixed && !property.hasSetter()) {
			int number = this.withoutSetter++;
			if (this.hash == null) {
				this.unset.set(number, property.isUnset(value));
			}
			if (this.unset.get(number)) {
				return 0;
			}
		}
		return hash(value, depth + 1);
	}

	private static boolean isOf(Class<?> type, List<String> prefixes) {
		for (String prefix : prefixes) {
			if (type.getName().startsWith(prefix)) {
				return true;
			}
		}
		return false;
	}

	/** A field that callers can read or change. */
	private record Property(Field field, boolean hasSetter) {

		static List<Property> of(Class<?> type) {
			List<Property> properties = new ArrayList<>();
			try {
				if (isLeftOut(type)) {
					return List.of();
				}
				ReflectionUtils.doWithFields(type, (field) -> {
					String name = StringUtils.capitalize(field.getName());
					boolean set = Modifier.isPublic(field.getModifiers())
							|| ClassUtils.hasMethod(type, "set" + name, field.getType());
					if (set || Stream.of(field.getName(), "get" + name, "is" + name)
						.anyMatch((getter) -> ClassUtils.hasMethod(type, getter))) {
						field.setAccessible(true);
						properties.add(new Property(field, set));
					}
				}, (field) -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0);
			}
			catch (RuntimeException | LinkageError ex) {
				return List.of();
			}
			return properties;
		}

		private static boolean isLeftOut(Class<?> type) {
			return Stream
				.concat(Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass),
						ClassUtils.getAllInterfacesForClassAsSet(type).stream())
				.anyMatch((part) -> isOf(part, JPA_PROVIDERS)
						|| Stream.of(part.getDeclaredMethods())
							.anyMatch((method) -> Modifier.isSynchronized(method.getModifiers()))
						|| Stream.of(part.getDeclaredFields()).anyMatch(Property::isForThreads));
		}

		private static boolean isForThreads(Field field) {
			return !Modifier.isStatic(field.getModifiers()) && (Modifier.isVolatile(field.getModifiers())
					|| field.getType().getName().startsWith("java.util.concurrent."));
		}

		boolean isUnset(@Nullable Object value) {
			return Objects.equals(Array.get(Array.newInstance(this.field.getType(), 1), 0), value);
		}

	}

}
