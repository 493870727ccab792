package dev.yoil.ehcache.region;

import java.util.Map;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Reads the committed versions of regions.
 */
@FunctionalInterface
public interface RegionReader {

	/**
	 * Reads the versions that have changed since an earlier read, or all of them.
	 * @param last the earlier read; {@code null} for all versions
	 * @param parts receives the versions by row, in one or more parts
	 * @return the end of this read
	 * @throws org.springframework.dao.DataAccessException if the read fails; the parts
	 * are recorded then, but not applied
	 */
	RegionRead read(@Nullable RegionRead last, Consumer<Map<String, RegionVersion>> parts);

}
