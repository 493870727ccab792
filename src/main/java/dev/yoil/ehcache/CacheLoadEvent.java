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
 * A load, in a flight recording. Its fields are only read there.
 */
@Name("dev.yoil.CacheLoad")
@Label("Cache Load")
@Category("Yoil")
@Description("A value was loaded for a cache, or could not be loaded")
@SuppressWarnings("unused") // The fields are read by who reads the recording.
@StackTrace(false)
final class CacheLoadEvent extends Event {

	@Label("Cache")
	private @Nullable String cache;

	@Label("Key")
	private @Nullable String key;

	@Label("Failed")
	private boolean failed;

	@Label("Shared By")
	@Description("How many others waited for this load when it ended")
	private int sharedBy;

	@Label("Refresh")
	@Description("Whether the value from before was served meanwhile")
	private boolean refresh;

	/**
	 * Notes that the load ended.
	 * @param failed whether it gave no value
	 * @param sharedBy how many others wait for it
	 * @param refresh whether nobody waits who asked first
	 */
	void record(String cache, Object key, boolean failed, int sharedBy, boolean refresh) {
		end();
		if (shouldCommit()) {
			this.cache = cache;
			this.key = KeyText.recorded(key);
			this.failed = failed;
			this.sharedBy = sharedBy;
			this.refresh = refresh;
			commit();
		}
	}

}
