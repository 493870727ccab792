/**
 * The reader of {@code ehcache.xml}. A file either becomes declarations or is rejected
 * with one report of all its errors.
 * <p>
 * {@code LocatedElementReader} parses the XML. {@code EhcacheXmlGrammar} checks each
 * element by a table, and {@code ElementValues} reads its text and attributes.
 * {@code CacheDeclarations} applies templates, and checks what several elements must
 * agree on.
 */
@NullMarked
package dev.yoil.ehcache.xml;

import org.jspecify.annotations.NullMarked;
