package dev.yoil.ehcache.boot;

import java.util.List;
import java.util.stream.Collectors;

import dev.yoil.ehcache.xml.EhcacheXmlException;
import dev.yoil.ehcache.xml.Mistake;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Turns what is wrong with the cache configuration into what Spring Boot prints instead
 * of a stack trace.
 */
final class EhCacheFailureAnalyzer extends AbstractFailureAnalyzer<EhcacheXmlException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, EhcacheXmlException cause) {
		List<Mistake> mistakes = cause.mistakes();
		Mistake first = mistakes.get(0);
		String corrected = cause.corrected();
		String whole = (corrected != null) ? "\n\nThe file as it should be:\n\n" + corrected : "";
		if (mistakes.size() == 1) {
			return new FailureAnalysis(first.place() + ": " + first.problem(), first.remedy() + whole, cause);
		}
		return new FailureAnalysis(
				mistakes.stream()
					.map(Mistake::toString)
					.collect(Collectors.joining("\n", first.file() + " has " + mistakes.size() + " mistakes:\n\n", "")),
				"Correct all of them." + whole, cause);
	}

}
