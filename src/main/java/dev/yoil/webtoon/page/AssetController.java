package dev.yoil.webtoon.page;

import dev.yoil.representation.Representation;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * The files of pages over HTTP.
 */
@RestController
class AssetController {

	private final PageAssets assets;

	AssetController(PageAssets assets) {
		this.assets = assets;
	}

	/**
	 * Answers with a file.
	 * @param version which version
	 * @param name its name
	 * @return the file
	 * @throws ResponseStatusException with status 404 if there is none of that name
	 */
	@GetMapping("/assets/{version}/{name}")
	Representation asset(@PathVariable String version, @PathVariable String name) {
		Asset asset = this.assets.byName().get(name);
		if (asset == null) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND);
		}
		return version.equals(this.assets.version()) ? asset.present() : asset.other();
	}

}
