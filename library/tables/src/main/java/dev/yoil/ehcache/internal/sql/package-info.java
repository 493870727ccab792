/** The tables that SQL statements read and write, by the catalog of the database. */
@NullMarked
package dev.yoil.ehcache.internal.sql;

import org.jspecify.annotations.NullMarked;
