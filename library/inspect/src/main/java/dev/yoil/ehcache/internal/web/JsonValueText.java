package dev.yoil.ehcache.internal.web;

import java.io.Writer;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import dev.yoil.ehcache.internal.KeyText;
import dev.yoil.ehcache.spi.ValueText;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.VisibilityChecker;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;

import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;

/**
 * Renderer of cached values as JSON. It reads fields instead of getters, which may load
 * something lazily, and leaves out properties without a field. A value without such
 * properties is shown by its {@code toString}. Thread-safe.
 */
public final class JsonValueText implements ValueText.Renderer {

	private final JsonMapper mapper;

	/**
	 * Creates a renderer with the settings of a mapper.
	 */
	public JsonValueText(JsonMapper mapper) {
		this.mapper = mapper.rebuild()
			.changeDefaultVisibility(FieldVisibility::new)
			.addModule(new SimpleModule().setSerializerModifier(new FieldsOnly()))
			.build();
	}

	@Override
	public ValueText render(@Nullable Object value, int most) {
		Beginning beginning = new Beginning(most);
		try {
			this.mapper.writeValue(beginning, value);
			boolean empty = beginning.text().text().equals("{}");
			return (empty && !(value instanceof Map || value instanceof Record)) ? described(value, most)
					: beginning.text();
		}
		catch (JacksonException | StackOverflowError ex) {
			return described(value, most);
		}
	}

	private static ValueText described(@Nullable Object value, int most) {
		String text;
		try {
			text = String.valueOf(value);
		}
		catch (RuntimeException | StackOverflowError ex) {
			text = "a value of type " + ((value != null) ? value.getClass().getName() : "null")
					+ " that can be shown neither as JSON nor as text";
		}
		return new ValueText(KeyText.cut(text, most), text.length());
	}

	/** Makes the fields of properties with a public getter visible. */
	private static final class FieldVisibility extends VisibilityChecker {

		private static final long serialVersionUID = 1L;

		private final VisibilityChecker given;

		FieldVisibility(VisibilityChecker given) {
			super(Visibility.NONE);
			this.given = given;
		}

		@Override
		public boolean isFieldVisible(AnnotatedField field) {
			String name = StringUtils.capitalize(field.getName());
			return this.given.isFieldVisible(field) || Stream.of(field.getName(), "get" + name, "is" + name)
				.map((getter) -> ReflectionUtils.findMethod(field.getDeclaringClass(), getter))
				.anyMatch((getter) -> getter != null && Modifier.isPublic(getter.getModifiers()));
		}

	}

	/** Leaves out getters that an annotation makes visible. */
	private static final class FieldsOnly extends ValueSerializerModifier {

		private static final long serialVersionUID = 1L;

		@Override
		public List<BeanPropertyWriter> changeProperties(SerializationConfig config,
				BeanDescription.Supplier description, List<BeanPropertyWriter> properties) {
			return properties.stream()
				.filter((property) -> property.getMember() instanceof AnnotatedField)
				.<BeanPropertyWriter>map(LoadedProperty::new)
				.toList();
		}

	}

	/** Property that writes an unloaded collection of Hibernate as {@code null}. */
	private static final class LoadedProperty extends BeanPropertyWriter {

		private static final long serialVersionUID = 1L;

		LoadedProperty(BeanPropertyWriter property) {
			super(property);
		}

		@Override
		public void serializeAsProperty(Object bean, JsonGenerator generator, SerializationContext context)
				throws Exception {
			Object value = get(bean);
			Method loaded = (value != null) ? ReflectionUtils.findMethod(value.getClass(), "wasInitialized") : null;
			if (loaded != null && Boolean.FALSE.equals(ReflectionUtils.invokeMethod(loaded, value))) {
				generator.writeName(getName());
				generator.writeNull();
			}
			else {
				super.serializeAsProperty(bean, generator, context);
			}
		}

	}

	/** Writer that keeps the beginning of a text and counts all characters. */
	private static final class Beginning extends Writer {

		private final StringBuilder kept = new StringBuilder();

		private final int most;

		private long length;

		Beginning(int most) {
			this.most = most;
		}

		@Override
		public void write(char[] characters, int offset, int count) {
			// One character more shows that the text is longer.
			this.kept.append(characters, offset, Math.min(count, this.most + 1 - this.kept.length()));
			this.length += count;
		}

		ValueText text() {
			return new ValueText(KeyText.cut(this.kept.toString(), this.most), this.length);
		}

		@Override
		public void flush() {
			// Everything is in memory.
		}

		@Override
		public void close() {
			// Nothing is held open.
		}

	}

}
