package dev.yoil.webtoon;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Generates valid and invalid values from schemas.
 */
final class GeneratedValues {

	/** A number beyond what a double holds is no infinity. */
	private static final JsonMapper EXACT = JsonMapper.builder()
		.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
		.build();

	/** What texts from outside may be, good or bad. */
	static final List<String> ODD_TEXTS = List.of("", " ", "\t", " a", "a ", "null", "undefined", "NaN", "true", "-1",
			"0", "1.5", "+1", "١", "1e3", "99999999999999999999", "-9223372036854775809", "' or '1'='1",
			"'; drop table webtoon; --", "\" or 1=1 --", "%' or title like '%", "%", "_", "!",
			"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "${jndi:ldap://x/a}", "#{1+1}", "{{7*7}}",
			"../../etc/passwd", "a\u0000b", "\u0000", "a\u0007b", "a\r\nSet-Cookie: x=y", "\u202Eabc", "\u200B",
			"\u2028", "\uFEFF", "\uFFFF", "e\u0301", "😀", "👩‍👩‍👧‍👦", "월요일", "ㅤ", "İı", "ﷺ", "𝕄𝕆ℕ", "\uD800",
			"\uDC00x", "a\uD83D", "a".repeat(101), "😀".repeat(101), "가".repeat(1_001), "x".repeat(2_500),
			"(".repeat(300), "\\", "\"", "*",
			"Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞");

	private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCXYZ0123456789가나다라요일웹툰éñßあ漢😀🐉-.,!?'\"<&%_";

	private final Random random;

	private final Map<String, List<String>> known;

	/**
	 * @param random what everything is drawn with
	 * @param known good values of fields and parameters, of which no schema can tell
	 */
	GeneratedValues(Random random, Map<String, List<String>> known) {
		this.random = random;
		this.known = known;
	}

	<T> T oneOf(List<T> values) {
		return values.get(this.random.nextInt(values.size()));
	}

	boolean chance(int percent) {
		return this.random.nextInt(100) < percent;
	}

	/**
	 * A valid value of a parameter, {@code null} to leave it out.
	 */
	@Nullable String parameter(OpenApiDocument.Parameter parameter) {
		List<String> good = this.known.get(parameter.name());
		// A path may lead nowhere, but what a query names has to be there.
		if (good != null && (good.isEmpty() || parameter.in().equals("query") || chance(75))) {
			return good.isEmpty() ? null : oneOf(good);
		}
		return value(parameter.name(), parameter.schema()).asString();
	}

	/**
	 * A valid value of a field.
	 */
	JsonNode field(String name, JsonNode schema) {
		List<String> good = this.known.get(name);
		if (good == null || good.isEmpty()) {
			return value(name, schema);
		}
		JsonNode value = JsonNodeFactory.instance.stringNode(oneOf(good));
		return schema.path("type").asString("").equals("array") ? JsonNodeFactory.instance.arrayNode().add(value)
				: value;
	}

	/**
	 * A valid object.
	 */
	ObjectNode object(JsonNode schema) {
		ObjectNode object = JsonNodeFactory.instance.objectNode();
		List<String> required = schema.path("required").valueStream().map(JsonNode::asString).toList();
		schema.get("properties").properties().forEach((property) -> {
			if (required.contains(property.getKey()) || this.known.containsKey(property.getKey()) || chance(60)) {
				object.set(property.getKey(), field(property.getKey(), property.getValue()));
			}
		});
		if (schema.has("oneOf")) {
			List<String> choice = schema.get("oneOf")
				.valueStream()
				.map((alternative) -> alternative.at("/required/0").asString())
				.toList();
			String chosen = oneOf(choice);
			object.remove(choice);
			object.set(chosen, field(chosen, schema.get("properties").get(chosen)));
		}
		return object;
	}

	private JsonNode value(String name, JsonNode schema) {
		JsonNodeFactory nodes = JsonNodeFactory.instance;
		if (schema.has("anyOf")) {
			return value(name, schema.get("anyOf").get(0));
		}
		if (schema.has("enum")) {
			JsonNode values = schema.get("enum");
			return values.get(this.random.nextInt(values.size()));
		}
		String type = schema.get("type").isArray() ? schema.get("type").get(0).asString()
				: schema.get("type").asString();
		return switch (type) {
			case "integer" -> nodes.numberNode(integer(schema));
			case "number" -> nodes.numberNode(BigDecimal.valueOf(this.random.nextInt(1_000), 2));
			case "boolean" -> nodes.booleanNode(chance(50));
			case "string" -> nodes.stringNode(text(name, schema));
			default -> throw new AssertionError("No values of " + schema + " are known, of which is " + name);
		};
	}

	/**
	 * Prefers bounds, where errors are likely.
	 */
	private long integer(JsonNode schema) {
		long least = schema.path("minimum").asLong(0);
		long most = schema.has("maximum") ? schema.get("maximum").asLong() : Integer.MAX_VALUE;
		return switch (this.random.nextInt(5)) {
			case 0 -> least;
			case 1 -> most;
			case 2 -> Math.min(most, least + this.random.nextInt(10));
			default -> least + (long) (this.random.nextDouble() * Math.min(most - least, 1_000));
		};
	}

	private String text(String name, JsonNode schema) {
		String format = schema.path("format").asString("");
		if (format.equals("date")) {
			return "20%02d-%02d-%02d".formatted(this.random.nextInt(100), 1 + this.random.nextInt(12),
					1 + this.random.nextInt(28));
		}
		String pattern = schema.path("pattern").asString("");
		if (pattern.contains("[A-Z_]")) {
			return letters("ABCXYZ_", 1 + this.random.nextInt(30));
		}
		if (pattern.contains("[0-9]")) {
			return letters("123456789", 1 + this.random.nextInt(5));
		}
		if (pattern.matches("\\^\\(\\?:[A-Za-z|]+\\)\\$")) {
			return oneOf(List.of(pattern.substring("^(?:".length(), pattern.length() - ")$".length()).split("\\|")));
		}
		Pattern wanted = Pattern.compile(pattern);
		// Bean Validation counts an emoji as two characters, JSON Schema as one.
		int most = Math.min(schema.path("maxLength").asInt(40), 500);
		String text;
		do {
			text = letters(LETTERS, switch (this.random.nextInt(4)) {
				case 0 -> 1;
				case 1 -> most;
				default -> 1 + this.random.nextInt(Math.min(most, 60));
			});
		}
		while (!wanted.matcher(text).find());
		return text;
	}

	private String letters(String alphabet, int count) {
		int[] characters = alphabet.codePoints().toArray();
		StringBuilder text = new StringBuilder();
		for (int index = 0; index < count; index++) {
			text.appendCodePoint(characters[this.random.nextInt(characters.length)]);
		}
		return text.toString();
	}

	/**
	 * Breaks an object at one field.
	 * @return JSON, valid or not
	 */
	String broken(ObjectNode object) {
		List<String> names = List.copyOf(object.propertyNames());
		// An object whose fields are all optional may have none.
		String name = names.isEmpty() ? "none" : oneOf(names);
		String json = object.toString();
		String other = switch (this.random.nextInt(16)) {
			case 0 -> "null";
			case 1 -> "{}";
			case 2 -> "[\"a\"]";
			case 3 -> "true";
			case 4 -> oneOf(List.of("-1", "0", "1.5", "1e400", "-0", "99999999999999999999", "6", "2147483648", "1E2"));
			case 5 -> oneOf(List.of("\"\\ud800\"", "\"\\udc00\\ud800\"", "\"a\\u0000b\"", "\"\\u0000\"", "\"\\x\""));
			case 6 -> "[".repeat(2_000) + "]".repeat(2_000);
			case 7 -> "\"a\nb\"";
			case 8 -> "";
			default -> quoted(oneOf(ODD_TEXTS));
		};
		return switch (this.random.nextInt(14)) {
			case 0 -> object.deepCopy().without(List.of(name)).toString();
			case 1 -> json.substring(0, json.length() - 1) + ",\"nobodyKnows\":1}";
			case 2 -> json.substring(0, json.length() - 1) + "," + quoted(name) + ":" + other + "}";
			case 3 -> json.substring(0, this.random.nextInt(json.length()));
			case 4 -> oneOf(List.of("", " ", "null", "[]", "\"\"", "1", "{}", "[" + json + "]", json + json,
					"\uFEFF" + json, "{\"a\":".repeat(1_500) + "1" + "}".repeat(1_500), "{" + quoted(name) + "}",
					"{'a':1}", "<a/>"));
			default -> replaced(object, name, other);
		};
	}

	/**
	 * Breaks each rule of a schema, one at a time.
	 * @return JSON, some of which may be valid: the schema decides
	 */
	List<String> violations(JsonNode schema) {
		ObjectNode object = object(schema);
		List<String> broken = new ArrayList<>();
		broken.add(object.deepCopy().put("nobodyKnows", 1).toString());
		schema.get("properties").properties().forEach((property) -> {
			String name = property.getKey();
			JsonNode rules = property.getValue();
			broken.add(object.deepCopy().without(List.of(name)).toString());
			broken.add(object.deepCopy().putNull(name).toString());
			for (String text : List.of("", "\u0000", "a".repeat(rules.path("maxLength").asInt(100) + 1))) {
				broken.add(object.deepCopy().put(name, text).toString());
			}
			broken.add(object.deepCopy().put(name, rules.path("minimum").asLong(1) - 1).toString());
			broken.add(object.deepCopy().put(name, rules.path("maximum").asLong(Integer.MAX_VALUE) + 1).toString());
			for (int size : new int[] { 0, rules.path("maxItems").asInt(0) + 1 }) {
				ObjectNode other = object.deepCopy();
				IntStream.range(0, size).mapToObj((number) -> "word" + number).forEach(other.putArray(name)::add);
				broken.add(other.toString());
			}
		});
		return broken;
	}

	private static String replaced(ObjectNode object, String name, String json) {
		ObjectNode marked = object.deepCopy();
		marked.put(name, "@@");
		return marked.toString().replace("\"@@\"", json);
	}

	private static String quoted(String text) {
		StringBuilder quoted = new StringBuilder("\"");
		for (char unit : text.toCharArray()) {
			if (unit < ' ' || unit == '"' || unit == '\\' || Character.isSurrogate(unit)) {
				quoted.append("\\u%04x".formatted((int) unit));
			}
			else {
				quoted.append(unit);
			}
		}
		return quoted.append('"').toString();
	}

	/**
	 * What JSON says, with or without a mark of its byte order; {@code null} if it is
	 * none.
	 */
	static @Nullable JsonNode read(String json) {
		try {
			return EXACT.readTree(json.startsWith("\uFEFF") ? json.substring(1) : json);
		}
		catch (tools.jackson.core.JacksonException ex) {
			return null;
		}
	}

}
