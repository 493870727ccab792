/**
 * The service's lists, pages and rankings in plain Spring, with cached objects or
 * prebuilt bytes, to compare Yoil with. Runs inside the service, of which it uses only
 * the database and the JSON mapper.
 */
@NullMarked
package dev.yoil.lab.plain;

import org.jspecify.annotations.NullMarked;
