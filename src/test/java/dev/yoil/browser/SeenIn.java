package dev.yoil.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;

import dev.yoil.support.FullRun;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * A test that takes a {@link View}: the first of these in each build, all of them under
 * the profile {@code full}. Of the tests of a page, some begin with a desk and some with
 * a telephone, and so it is with the languages.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@ArgumentsSource(SeenIn.Choice.class)
@interface SeenIn {

	/** The views, the most telling first. */
	View[] value();

	/** Chooses among them. */
	final class Choice extends AnnotationBasedArgumentsProvider<SeenIn> {

		@Override
		protected Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters,
				ExtensionContext context, SeenIn seen) {
			return Stream.of(seen.value()).limit(FullRun.count(1, seen.value().length)).map(Arguments::of);
		}

	}

}
