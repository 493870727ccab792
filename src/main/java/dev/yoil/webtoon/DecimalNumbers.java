package dev.yoil.webtoon;

import java.util.List;
import java.util.regex.Pattern;

import org.springframework.beans.PropertyEditorRegistrar;
import org.springframework.beans.PropertyEditorRegistry;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.propertyeditors.CustomNumberEditor;
import org.springframework.stereotype.Component;
import org.springframework.util.ClassUtils;
import org.springframework.web.bind.support.ConfigurableWebBindingInitializer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/**
 * A restriction of whole numbers in paths and parameters to decimal digits. Spring also
 * accepts hexadecimal numbers, inner spaces and digits of other scripts. These are
 * property editors because Spring falls back to its own ones if a converter rejects a
 * number. They are registered with MVC's binding, because advices do not apply to the
 * controllers of the inspection.
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

	private static final class Editor extends CustomNumberEditor {

		Editor(Class<?> type) {
			super(ClassUtils.resolvePrimitiveIfNecessary(type).asSubclass(Number.class), true);
		}

		@Override
		public void setAsText(String text) {
			if (!text.isEmpty() && !DECIMAL.matcher(text).matches()) {
				throw new NumberFormatException("Not a decimal number");
			}
			super.setAsText(text);
		}

	}

}
