package dev.yoil.ehcache.internal.tier;

import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.yoil.ehcache.tier.ValueCodec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.core.ResolvableType;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.SliceImpl;
import org.springframework.data.domain.Sort;
import org.springframework.data.domain.Sort.Order;
import org.springframework.data.web.config.EnableSpringDataWebSupport.PageSerializationMode;
import org.springframework.data.web.config.SpringDataJackson3Configuration.PageModule;
import org.springframework.data.web.config.SpringDataWebSettings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Values that JSON carries without loss, and the messages about those that it does not.
 */
class JsonCodecsTests {

	private static final LocalDateTime CLOCKS_GO_BACK = LocalDateTime.of(2026, 10, 25, 2, 30);

	private final JsonCodecs codecs = new JsonCodecs(JsonMapper.builder().build());

	private static Type type(Class<?> type, Object... generics) {
		return ResolvableType
			.forClassWithGenerics(type,
					Arrays.stream(generics)
						.map((each) -> ResolvableType.forType((Type) each))
						.toArray(ResolvableType[]::new))
			.getType();
	}

	private static Arguments held(Type type, @Nullable Object value) {
		return arguments(type(Holder.class, type), new Holder<>(value));
	}

	static Stream<Arguments> times() {
		ZoneId seoul = ZoneId.of("Asia/Seoul");
		return Stream.of(Instant.ofEpochSecond(1, 123_456_789), Instant.MIN, LocalDate.MAX, LocalTime.of(1, 2, 3, 4),
				LocalDateTime.of(2026, 2, 28, 23, 59, 59, 999_999_999),
				OffsetDateTime.of(CLOCKS_GO_BACK, ZoneOffset.ofHoursMinutes(5, 45)),
				OffsetTime.of(1, 2, 0, 1, ZoneOffset.MAX), Duration.ofSeconds(-1, 1), Period.of(1, -2, 40),
				Year.of(2026), YearMonth.of(-5, 1), MonthDay.of(2, 29), Month.MAY, DayOfWeek.MONDAY,
				ZoneOffset.ofHours(9), ZonedDateTime.of(CLOCKS_GO_BACK, seoul),
				ZonedDateTime.of(CLOCKS_GO_BACK, ZoneOffset.UTC), ZonedDateTime.of(CLOCKS_GO_BACK, ZoneId.of("UTC")),
				ZonedDateTime.of(CLOCKS_GO_BACK, ZoneId.of("GMT")),
				ZonedDateTime.of(CLOCKS_GO_BACK, ZoneId.of("Europe/Berlin")).withLaterOffsetAtOverlap(),
				ZonedDateTime.of(CLOCKS_GO_BACK, ZoneId.of("UTC+01:00")), new Date(1))
			.map((time) -> held(time.getClass(), time));
	}

	static Stream<Arguments> others() {
		return Stream.of(held(ZoneId.class, ZoneId.of("Asia/Seoul")),
				held(type(Map.class, LocalDate.class, Month.class), Map.of(LocalDate.EPOCH, Month.MAY)),
				held(type(Map.class, ZonedDateTime.class, Integer.class),
						new TreeMap<>(Map.of(ZonedDateTime.of(CLOCKS_GO_BACK, ZoneId.of("Asia/Seoul")), 1))),
				held(type(EnumMap.class, Month.class, Integer.class), new EnumMap<>(Map.of(Month.MAY, 5))),
				held(BigDecimal.class, new BigDecimal("1.10")), held(BigDecimal.class, new BigDecimal("1E+3")),
				held(BigDecimal.class, new BigDecimal("0E-10")), held(type(List.class, Number.class), List.of(1, 0.5)),
				held(BigInteger.class, BigInteger.TEN.pow(50)), held(Double.class, Double.NaN),
				held(Double.class, -0.0), held(Float.class, Float.NEGATIVE_INFINITY), held(Long.class, Long.MIN_VALUE),
				held(Character.class, '\u0000'), held(String.class, "\u2028\"한\uD83D\uDE00"),
				held(byte[].class, new byte[] { 0, -1 }), held(int[].class, new int[] { 1, 2 }),
				held(double[].class, new double[] { Double.NaN }),
				held(String[][].class, new String[][] { { "a" }, {} }),
				held(type(List.class, byte[].class), List.of(new byte[] { 1 }, new byte[0])),
				held(type(Map.class, String.class, int[].class), Map.of("a", new int[] { 1 })),
				held(type(Optional.class, byte[].class), Optional.of(new byte[] { 1 })),
				held(type(Optional.class, Point.class), Optional.of(new Point(1, 2))),
				held(type(Optional.class, String.class), Optional.empty()), held(OptionalInt.class, OptionalInt.of(1)),
				held(OptionalLong.class, OptionalLong.empty()), held(OptionalDouble.class, OptionalDouble.of(0.1)),
				held(Locale.class, Locale.forLanguageTag("zh-Hant-TW")),
				held(Currency.class, Currency.getInstance("KRW")), held(UUID.class, UUID.randomUUID()),
				held(URI.class, URI.create("https://example.org/?a=b")),
				held(type(Set.class, Integer.class), Set.of(1, 2, 3)), held(Point.class, null),
				arguments(byte[].class, new byte[] { 1 }), arguments(Point[].class, new Point[] { new Point(1, 2) }));
	}

	static Stream<Arguments> hierarchies() {
		return Stream.of(arguments(Shape.class, new Circle(1)), arguments(Shape.class, Unit.SQUARE),
				arguments(Shape.class, new Line.Dashed(List.of(new Circle(1), Unit.CIRCLE))),
				arguments(Line.class, new Line.Solid(new byte[] { 1 })), arguments(Circle.class, new Circle(2)),
				held(Shape.class, new Line.Solid(new byte[0])),
				held(type(List.class, Shape.class), List.of(new Circle(1), Unit.CIRCLE)),
				held(type(Map.class, String.class, Shape.class), Map.of("a", new Circle(3))),
				arguments(Animal.class, new Cat("Tom")),
				arguments(type(List.class, Animal.class), List.of(new Cat("a"))));
	}

	static Stream<Arguments> pages() {
		PageRequest second = PageRequest.of(1, 2,
				Sort.by(Order.desc("name").ignoreCase().nullsLast(), Order.asc("id")));
		List<Point> points = List.of(new Point(1, 2), new Point(3, 4));
		return Stream.of(arguments(type(Page.class, Point.class), new PageImpl<>(points, second, 17)),
				arguments(type(PageImpl.class, Point.class), new PageImpl<>(points, second, 17)),
				arguments(type(Page.class, Point.class), new PageImpl<>(points)),
				arguments(type(Page.class, Point.class), Page.empty()),
				arguments(type(Page.class, Shape.class), new PageImpl<Shape>(List.of(new Circle(1)), second, 17)),
				arguments(type(Slice.class, Point.class), new SliceImpl<>(points, second, true)),
				arguments(type(Slice.class, Point.class), new SliceImpl<>(points)),
				held(type(Page.class, Shape.class), new PageImpl<Shape>(List.of(Unit.CIRCLE), second, 17)),
				held(type(List.class, type(Page.class, Point.class)), List.of(new PageImpl<>(points, second, 17))));
	}

	@ParameterizedTest
	@MethodSource({ "times", "others", "hierarchies", "pages" })
	void carriesTheValue(Type type, Object value) {
		assertCarried(this.codecs, type, value);
	}

	/** Settings for the JSON of an API. */
	@ParameterizedTest
	@MethodSource({ "times", "others", "pages" })
	void carriesTheValueWithTheSettingsOfTheApplication(Type type, Object value) {
		JsonMapper ofApplication = JsonMapper.builder()
			.enable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS, DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS,
					DateTimeFeature.TRUNCATE_TO_MSECS_ON_WRITE, DateTimeFeature.TRUNCATE_TO_MSECS_ON_READ,
					DateTimeFeature.WRITE_DATE_KEYS_AS_TIMESTAMPS)
			.enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
			.addModule(new PageModule(new SpringDataWebSettings(PageSerializationMode.VIA_DTO)))
			.build();
		assertCarried(new JsonCodecs(ofApplication), type, value);
	}

	private static void assertCarried(JsonCodecs codecs, Type type, Object value) {
		ValueCodec codec = codecs.codec(type);
		assertThat(codec).isNotNull();
		assertThat(codec.encodes(value)).isTrue();
		Object decoded = codec.decode(codec.encode(value));
		assertThat(ValueDifference.between(value, decoded)).isNull();
	}

	static Stream<Arguments> losses() {
		return Stream.of(arguments(Login.class, new Login("ann", "secret"), "component password differs"),
				arguments(type(Holder.class, Login.class), new Holder<>(new Login("ann", "secret")),
						"component value.password differs"),
				arguments(Cart.class, new Cart(List.of(new Item("pen", 1), new Item("ink", 5L)), Map.of()),
						"component items[1].extra differs: java.lang.Long became java.lang.Integer"),
				arguments(Cart.class, new Cart(List.of(), Map.of("a", new Item("pen", Optional.of(1)))),
						"component byName['a'].extra differs: java.util.Optional became java.lang.Integer"),
				arguments(type(Optional.class, Login.class), Optional.of(new Login("ann", "secret")),
						"component password differs"),
				arguments(type(Holder.class, Identity.class), new Holder<>(new Identity("a")),
						"component value cannot be compared: " + Identity.class.getName()
								+ " does not override equals"),
				arguments(Identity.class, new Identity("a"), Identity.class.getName() + " does not override equals"),
				arguments(type(List.class, Animal.class), List.of(new Cat("Tom"), new Dog("Rex", "bone")),
						"component [1].toy differs: java.lang.String became null"),
				arguments(type(Holder.class, type(Optional.class, String.class)), new Holder<Object>(null),
						"component value differs: null became java.util.Optional"));
	}

	@ParameterizedTest
	@MethodSource("losses")
	void namesTheComponentThatIsLost(Type type, Object value, String message) {
		ValueCodec codec = Objects.requireNonNull(this.codecs.codec(type));
		assertThatIllegalArgumentException().isThrownBy(() -> codec.encode(value)).withMessageContaining(message);
	}

	/** The bytes of a tier select no class outside of the declared hierarchy. */
	@Test
	void decodesMembersOfTheHierarchyOnly() {
		ValueCodec codec = Objects.requireNonNull(this.codecs.codec(Shape.class));
		for (String name : List.of(Cat.class.getName(), "JsonCodecsTests$Cat", "java.util.Date")) {
			byte[] bytes = "{\"@type\":\"%s\",\"name\":\"Tom\"}".formatted(name).getBytes(StandardCharsets.UTF_8);
			assertThat(catchThrowable(() -> codec.decode(bytes))).isInstanceOf(RuntimeException.class);
		}
	}

	record Holder<T>(@Nullable T value) {
	}

	record Point(int x, int y) {
	}

	sealed interface Shape permits Circle, Line, Unit {

	}

	record Circle(int radius) implements Shape {
	}

	sealed interface Line extends Shape {

		record Solid(byte[] pixels) implements Line {
		}

		record Dashed(List<Shape> dashes) implements Line {
		}

	}

	enum Unit implements Shape {

		SQUARE, CIRCLE

	}

	@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
	@JsonSubTypes({ @JsonSubTypes.Type(Cat.class), @JsonSubTypes.Type(Dog.class) })
	interface Animal {

	}

	record Cat(String name) implements Animal {
	}

	record Dog(String name, @JsonIgnore String toy) implements Animal {
	}

	record Login(String name, @JsonIgnore String password) {
	}

	record Item(String name, Object extra) {
	}

	record Cart(List<Item> items, Map<String, Item> byName) {
	}

	static final class Identity {

		public String name = "";

		Identity() {
		}

		Identity(String name) {
			this.name = name;
		}

	}

}
