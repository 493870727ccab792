package dev.yoil.webtoon.page;

import java.util.Objects;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.servlet.resource.ResourceUrlProvider;

/**
 * Where the site is: what stands in front of the addresses in its pages. Immutable.
 *
 * @param base what the service is mapped to; empty if it has the whole host
 * @param files knows the versions of the files that pages need, once the service is up
 */
record Site(String base, ObjectProvider<ResourceUrlProvider> files) {

	/**
	 * The address of something on this site.
	 * @param path begins with a slash
	 */
	public String at(String path) {
		return this.base + path;
	}

	/**
	 * The address of a file that pages need, with the hash of its content in it.
	 * @param name its name
	 */
	public String asset(String name) {
		return this.base + Objects.requireNonNull(this.files.getObject().getForLookupPath("/assets/" + name), name);
	}

}
