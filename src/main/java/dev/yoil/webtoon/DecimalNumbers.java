package dev.yoil.webtoon;

import java.beans.PropertyEditorSupport;
import java.util.List;
import java.util.regex.Pattern;

import org.springframework.util.ClassUtils;
import org.springframework.util.NumberUtils;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;

/**
 * Reads whole numbers in addresses and parameters, in decimal digits only: Spring itself
 * also takes hexadecimal ones, spaces between digits, and digits of other scripts, so
 * that one thing would have many addresses. By editors, since after a converter that
 * refuses a number Spring asks its own editors.
 */
@ControllerAdvice
class DecimalNumbers {

	private static final Pattern DECIMAL = Pattern.compile("-?[0-9]+");

	private static final List<Class<?>> TYPES = List.of(int.class, Integer.class, long.class, Long.class);

	@InitBinder
	void numbers(WebDataBinder binder) {
		TYPES.forEach((type) -> binder.registerCustomEditor(type, new Editor(type)));
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
