package dev.yoil.webtoon.openapi;

import java.lang.reflect.Method;

import com.github.therapi.runtimejavadoc.Comment;
import com.github.therapi.runtimejavadoc.CommentFormatter;
import com.github.therapi.runtimejavadoc.MethodJavadoc;
import com.github.therapi.runtimejavadoc.RuntimeJavadoc;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * What the Javadoc of a controller's method says to clients. Where the compiler kept no
 * Javadoc, there is nothing.
 *
 * @param summary the first sentence; {@code null} if there is none
 * @param rest what follows; {@code null} if nothing does
 */
record Explanation(@Nullable String summary, @Nullable String rest) {

	private static final CommentFormatter TEXT = new CommentFormatter();

	/**
	 * Reads the Javadoc of a method.
	 * @param method the method
	 * @return what it says
	 */
	static Explanation of(Method method) {
		String[] sentences = text(RuntimeJavadoc.getJavadoc(method).getComment()).split("(?<=\\.) (?=[A-Z])", 2);
		return new Explanation(StringUtils.hasText(sentences[0]) ? sentences[0] : null,
				(sentences.length > 1) ? sentences[1] : null);
	}

	/**
	 * Reads what the Javadoc of a method says of a parameter.
	 * @param method the method
	 * @param name the parameter's name in Java
	 * @return a sentence; {@code null} if there is none
	 */
	static @Nullable String ofParameter(Method method, String name) {
		MethodJavadoc javadoc = RuntimeJavadoc.getJavadoc(method);
		return javadoc.getParams()
			.stream()
			.filter((parameter) -> parameter.getName().equals(name))
			.map((parameter) -> StringUtils.capitalize(text(parameter.getComment())) + ".")
			.findFirst()
			.orElse(null);
	}

	private static String text(Comment comment) {
		return TEXT.format(comment).strip().replaceAll("\\s+", " ");
	}

}
