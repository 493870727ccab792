package dev.yoil.webtoon.page;

import java.util.Objects;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.servlet.resource.ResourceUrlProvider;

/**
 * Addresses on this site.
 *
 * @param base the path of the service; empty at the root
 * @param files knows the versions of asset files once the service is running
 */
record Site(String base, ObjectProvider<ResourceUrlProvider> files) {

	public String at(String path) {
		return this.base + path;
	}

	/**
	 * Returns the path of an asset with the hash of its content.
	 */
	public String asset(String name) {
		return this.base + Objects.requireNonNull(this.files.getObject().getForLookupPath("/assets/" + name), name);
	}

}
