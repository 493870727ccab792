package net.grinder.script;

import org.jspecify.annotations.Nullable;

/**
 * The signature of where scripts find their context.
 */
public class Grinder {

	public static @Nullable InternalScriptContext grinder;

}
