package dev.yoil.ehcache.internal.web;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * The body of a removal: exactly one of an id, a key and a pattern. The constraints only
 * describe the body to clients.
 *
 * @param id the id of an entry
 * @param key the whole text of a key
 * @param pattern a pattern of whole keys: * for any text, ? for one character, a
 * backslash before a character that stands for itself
 * @param dryRun whether to count without removing
 */
record RemovalRequest(@JsonProperty @Pattern(regexp = "[0-9]{1,18}") @Nullable String id,
		@JsonProperty @Nullable String key, @JsonProperty @Size(min = 1, max = 1_000) @Nullable String pattern,
		@JsonProperty @Nullable Boolean dryRun) {
}
