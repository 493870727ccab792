package dev.yoil.ehcache.internal;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.util.ClassUtils;
import org.springframework.util.ObjectUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The text of a key that is the same in every JVM for equal keys. It is built from the
 * parts of records, lists and {@link SimpleKey}, because an application may override
 * {@code toString()}. Sets, maps and all types that are not known here have no such text:
 * the order of their elements differs between JVMs, or their text may.
 */
public final class StableText {

	private static final Set<Class<?>> STABLE = Set.of(String.class, Character.class, Boolean.class, Byte.class,
			Short.class, Integer.class, Long.class, Float.class, Double.class, BigInteger.class, BigDecimal.class,
			UUID.class, Locale.class);

	private static final Field PARAMETERS = Objects
		.requireNonNull(ReflectionUtils.findField(SimpleKey.class, "params"));

	/** The fields of records that compare all of them; empty for others. */
	private static final ClassValue<Optional<List<Field>>> FIELDS = new ClassValue<>() {

		@Override
		protected Optional<List<Field>> computeValue(Class<?> type) {
			try {
				return comparesAllComponents(type) ? Optional.of(fields(type)) : Optional.empty();
			}
			catch (IOException | NoSuchFieldException | RuntimeException ex) {
				return Optional.empty();
			}
		}

	};

	static {
		ReflectionUtils.makeAccessible(PARAMETERS);
	}

	private final StringBuilder text = new StringBuilder();

	private StableText() {
	}

	/**
	 * {@return the text of a key; {@code null} if it has no stable one}
	 */
	public static @Nullable String of(Object key) {
		if (key instanceof String string) {
			return string;
		}
		StableText made = new StableText();
		return (made.add(key) == null) ? made.text.toString() : null;
	}

	/**
	 * {@return the type that makes the text of a key unstable; {@code null} if none does}
	 */
	public static @Nullable Class<?> obstacle(@Nullable Object key) {
		return new StableText().add(key);
	}

	/**
	 * Appends a part as the compiler and the JDK do.
	 * @return the type that makes the text unstable
	 */
	private @Nullable Class<?> add(@Nullable Object part) {
		if (part == null || STABLE.contains(part.getClass()) || part.getClass().getPackageName().equals("java.time")) {
			this.text.append(part);
			return null;
		}
		if (part instanceof Enum<?> constant) {
			this.text.append(constant.name());
			return null;
		}
		if (part instanceof List<?> list) {
			return addAll(list, false);
		}
		if (part.getClass() == SimpleKey.class) {
			this.text.append("SimpleKey ");
			return addElements(ReflectionUtils.getField(PARAMETERS, part));
		}
		Optional<List<Field>> fields = (part instanceof Record) ? FIELDS.get(part.getClass()) : Optional.empty();
		return fields.isPresent() ? addRecord(part, fields.get()) : part.getClass();
	}

	private @Nullable Class<?> addAll(List<?> parts, boolean withArrays) {
		this.text.append('[');
		String separator = "";
		for (Object part : parts) {
			this.text.append(separator);
			Class<?> obstacle = withArrays ? addElements(part) : add(part);
			if (obstacle != null) {
				return obstacle;
			}
			separator = ", ";
		}
		this.text.append(']');
		return null;
	}

	/** {@link SimpleKey} compares arrays by their elements. */
	private @Nullable Class<?> addElements(@Nullable Object part) {
		return ObjectUtils.isArray(part) ? addAll(Arrays.asList(ObjectUtils.toObjectArray(part)), true) : add(part);
	}

	private @Nullable Class<?> addRecord(Object part, List<Field> fields) {
		this.text.append(part.getClass().getSimpleName()).append('[');
		String separator = "";
		for (Field field : fields) {
			this.text.append(separator).append(field.getName()).append('=');
			Class<?> obstacle = add(ReflectionUtils.getField(field, part));
			if (obstacle != null) {
				return obstacle;
			}
			separator = ", ";
		}
		this.text.append(']');
		return null;
	}

	private static List<Field> fields(Class<?> type) throws NoSuchFieldException {
		List<Field> fields = new ArrayList<>();
		for (RecordComponent component : type.getRecordComponents()) {
			Field field = type.getDeclaredField(component.getName());
			ReflectionUtils.makeAccessible(field);
			fields.add(field);
		}
		return fields;
	}

	/**
	 * Tells whether the compiler generated the {@code equals} of a record. Only its
	 * bytecode shows that for certain.
	 */
	private static boolean comparesAllComponents(Class<?> type) throws IOException {
		boolean[] generated = new boolean[1];
		try (InputStream code = type.getResourceAsStream(ClassUtils.getClassFileName(type))) {
			if (code != null) {
				new ClassReader(code).accept(new EqualsVisitor(generated), ClassReader.SKIP_DEBUG);
			}
		}
		return generated[0];
	}

	/** Finds a call of the JDK's bootstrap method for records in {@code equals}. */
	private static final class EqualsVisitor extends ClassVisitor {

		private final boolean[] generated;

		EqualsVisitor(boolean[] generated) {
			super(SpringAsmInfo.ASM_VERSION);
			this.generated = generated;
		}

		@Override
		public @Nullable MethodVisitor visitMethod(int access, String method, String descriptor,
				@Nullable String signature, String @Nullable [] exceptions) {
			if (!method.equals("equals") || !descriptor.equals("(Ljava/lang/Object;)Z")) {
				return null;
			}
			return new MethodVisitor(this.api) {

				@Override
				public void visitInvokeDynamicInsn(String name, String type, Handle bootstrap, Object... arguments) {
					EqualsVisitor.this.generated[0] = bootstrap.getOwner().equals("java/lang/runtime/ObjectMethods");
				}

			};
		}

	}

}
