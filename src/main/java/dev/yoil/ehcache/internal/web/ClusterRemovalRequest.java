package dev.yoil.ehcache.internal.web;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * What to remove from a cache on all instances: exactly one of a key and a pattern. The
 * constraints are for who describes the body to clients, it is checked where it is used.
 *
 * @param key the whole text of a key, whatever characters it has
 * @param pattern a pattern of the texts of keys: * for any text, ? for one character, a
 * backslash in front of what is meant as it is
 * @param dryRun whether to change nothing and only to count
 */
record ClusterRemovalRequest(@JsonProperty @Nullable String key,
		@JsonProperty @Size(min = 1, max = 1_000) @Nullable String pattern, @JsonProperty @Nullable Boolean dryRun) {
}
