package dev.yoil.webtoon.openapi;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

import io.swagger.v3.oas.models.tags.Tag;

import org.springframework.util.Assert;

/**
 * The groups that operations are shown in, by how their paths begin.
 */
final class Tags {

	private static final Map<String, Tag> BY_PATH = Map.ofEntries(
			tag("/api/v1/webtoon", "Webtoons", "The webtoons of a day, one of them, and a search."),
			tag("/api/v1/webtoon/{id}/reviews", "Reviews", "What visitors write of a webtoon, one review each."),
			tag("/api/v1/webtoon/{id}/like", "Likes", "Which webtoons visitors like."),
			tag("/api/v1/ranking", "Rankings", "What was liked and reviewed most today and this week."),
			tag("/api/v1/genres", "Genres", "The kinds of stories that webtoons tell."),
			tag("/api/v1/csrf", "Tokens", "What visitors have to send along with each change."),
			tag("/api/v1/cache", "Caches", "What is in the caches. Looking into them changes nothing."),
			tag("/api/v1/admin/webtoons", "Administration of webtoons", "Creates, changes and deletes webtoons."),
			tag("/api/v1/admin/genres", "Administration of genres", "Creates, changes and deletes genres."),
			tag("/api/v1/admin/banned-words", "Administration of banned words", "What reviews must not say."),
			tag("/api/v1/admin/blocked-addresses", "Administration of blocked addresses", "Who is answered nothing."));

	private Tags() {
	}

	private static Map.Entry<String, Tag> tag(String path, String name, String description) {
		return Map.entry(path, new Tag().name(name).description(description));
	}

	/**
	 * The group of a path.
	 * @param path the pattern of the path
	 * @return the name of the group that is told of the longest beginning of the path
	 * @throws IllegalStateException if there is none
	 */
	static String of(String path) {
		String beginning = path;
		while (!BY_PATH.containsKey(beginning)) {
			int end = beginning.lastIndexOf('/');
			Assert.state(end > 0, () -> path + " belongs to no group of operations: add one to " + Tags.class);
			beginning = beginning.substring(0, end);
		}
		return BY_PATH.get(beginning).getName();
	}

	/**
	 * All groups.
	 * @return them in the order of their names
	 */
	static List<Tag> all() {
		return BY_PATH.values().stream().sorted(Comparator.comparing(Tag::getName)).toList();
	}

}
