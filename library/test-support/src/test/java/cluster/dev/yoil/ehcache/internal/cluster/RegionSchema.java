package dev.yoil.ehcache.internal.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import org.springframework.core.io.ClassPathResource;

/**
 * The table of the versions of regions in PostgreSQL, as applications create it.
 */
public final class RegionSchema {

	private RegionSchema() {
	}

	/**
	 * {@return the statements that create the table}
	 */
	public static String sql() {
		try {
			return new ClassPathResource(DatabaseRegionTable.SCRIPT).getContentAsString(StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
