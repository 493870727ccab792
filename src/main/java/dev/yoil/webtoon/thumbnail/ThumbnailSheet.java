package dev.yoil.webtoon.thumbnail;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Several pictures in one file, so that a list needs one request for all of them.
 *
 * @param numbers the numbers of the pictures, in the order in which they were named, each
 * once
 */
public record ThumbnailSheet(List<Long> numbers) {

	/** The most pictures on a sheet. */
	static final int MOST = 30;

	private static final Pattern PICTURE = Pattern.compile("/thumbnails/([1-9][0-9]{0,17})\\.svg");

	/**
	 * Puts pictures on a sheet.
	 * @param paths the paths of single pictures; those that were not drawn here stay as
	 * they are
	 * @return the sheet
	 */
	public static ThumbnailSheet of(List<String> paths) {
		return new ThumbnailSheet(paths.stream()
			.map(PICTURE::matcher)
			.filter(Matcher::matches)
			.map((picture) -> Long.valueOf(picture.group(1)))
			.distinct()
			.limit(MOST)
			.toList());
	}

	/**
	 * Where a picture is: on the sheet, if it has been put there.
	 * @param path the path of the single picture
	 * @return a path on this server, perhaps with a fragment
	 */
	public String address(String path) {
		Matcher picture = PICTURE.matcher(path);
		if (!picture.matches() || !this.numbers.contains(Long.valueOf(picture.group(1)))) {
			return path;
		}
		return "/thumbnails/sheet/" + this.numbers.stream().map(String::valueOf).collect(Collectors.joining("-"))
				+ ".svg#t" + picture.group(1);
	}

	/**
	 * Draws it.
	 * @return an SVG document with a view of each picture, called by its number
	 */
	String draw() {
		StringBuilder views = new StringBuilder();
		StringBuilder pictures = new StringBuilder();
		for (int place = 0; place < this.numbers.size(); place++) {
			int left = place * Drawing.WIDTH;
			long number = this.numbers.get(place);
			views.append(
					"<view id=\"t%d\" viewBox=\"%d 0 %d %d\"/>".formatted(number, left, Drawing.WIDTH, Drawing.HEIGHT));
			// The gradient of each has the same name, which counts once in a document.
			pictures.append(Thumbnail.draw(number)
				.replace("\"sky\"", "\"s" + number + "\"")
				.replace("url(#sky)", "url(#s" + number + ")")
				.replaceFirst("<svg xmlns=\"http://www.w3.org/2000/svg\"",
						"<svg x=\"%d\" width=\"%d\" height=\"%d\"".formatted(left, Drawing.WIDTH, Drawing.HEIGHT)));
		}
		return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">%s%s</svg>"
			.formatted(this.numbers.size() * Drawing.WIDTH, Drawing.HEIGHT, views, pictures);
	}

}
