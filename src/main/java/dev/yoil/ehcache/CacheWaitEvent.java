package dev.yoil.ehcache;

import dev.yoil.ehcache.internal.KeyText;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * A wait for another's load, in a flight recording. Its fields are only read there.
 */
@Name("dev.yoil.CacheWait")
@Label("Cache Wait")
@Category("Yoil")
@Description("A caller waited for a value that another was loading")
@SuppressWarnings("unused") // The fields are read by who reads the recording.
@StackTrace(false)
final class CacheWaitEvent extends Event {

	@Label("Cache")
	private @Nullable String cache;

	@Label("Key")
	private @Nullable String key;

	/**
	 * Notes that the wait ended, in whatever way.
	 */
	void record(String cache, Object key) {
		end();
		if (shouldCommit()) {
			this.cache = cache;
			this.key = KeyText.recorded(key);
			commit();
		}
	}

}
