package dev.yoil.webtoon;

import java.beans.PropertyEditorSupport;
import java.util.List;
import java.util.regex.Pattern;

import org.springframework.beans.PropertyEditorRegistrar;
import org.springframework.beans.PropertyEditorRegistry;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;
import org.springframework.util.NumberUtils;
import org.springframework.web.bind.support.ConfigurableWebBindingInitializer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/**
 * Reads whole numbers in addresses and parameters, in decimal digits only: Spring itself
 * also takes hexadecimal ones, spaces between digits, and digits of other scripts, so
 * that one thing would have many addresses. By editors, since after a converter that
 * refuses a number Spring asks its own editors. They are registered with MVC's binding
 * itself, which the inspection uses too: advices do not apply to that.
 */
@Component
class DecimalNumbers implements PropertyEditorRegistrar, SmartInitializingSingleton {

	private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+");

	private static final List<Class<?>> TYPES = List.of(int.class, Integer.class, long.class, Long.class);

	private final RequestMappingHandlerAdapter adapter;

	DecimalNumbers(@Qualifier("requestMappingHandlerAdapter") RequestMappingHandlerAdapter adapter) {
		this.adapter = adapter;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (this.adapter.getWebBindingInitializer() instanceof ConfigurableWebBindingInitializer binding) {
			binding.setPropertyEditorRegistrar(this);
		}
	}

	@Override
	public void registerCustomEditors(PropertyEditorRegistry registry) {
		TYPES.forEach((type) -> registry.registerCustomEditor(type, new Editor(type)));
	}

	private static final class Editor extends PropertyEditorSupport {

		private final Class<? extends Number> type;

		Editor(Class<?> type) {
			this.type = ClassUtils.resolvePrimitiveIfNecessary(type).asSubclass(Number.class);
		}

		@Override
		public void setAsText(String text) {
			if (!text.isEmpty() && !DECIMAL.matcher(text).matches()) {
				throw new NumberFormatException("Not a decimal number");
			}
			setValue(text.isEmpty() ? null : NumberUtils.parseNumber(text, this.type));
		}

	}

}
