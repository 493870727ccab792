package dev.yoil.lab.report;

import java.util.Map;
import java.util.function.DoubleUnaryOperator;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.yoil.lab.result.Arm;
import dev.yoil.lab.result.Chart;
import dev.yoil.lab.result.Result;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Results as JSON, and back: properties in the order of the records, sorted names of maps
 * except settings, null for numbers that are not finite, instants in ISO 8601, charts
 * with their {@code kind}.
 */
final class ResultJson {

	private static final JsonMapper EXACT = mapper((value) -> value);

	private static final JsonMapper ROUNDED = mapper(Figures::rounded);

	private ResultJson() {
	}

	static String write(Result result) {
		return EXACT.writeValueAsString(result) + "\n";
	}

	/** Reads a result; numbers that were not finite become NaN. */
	static Result read(String json) {
		return EXACT.readValue(json, Result.class);
	}

	/** Writes data with numbers as exact as charts can show. */
	static String rounded(Object data) {
		return ROUNDED.writeValueAsString(data);
	}

	private static JsonMapper mapper(DoubleUnaryOperator rounding) {
		SimpleModule numbers = new SimpleModule("numbers");
		numbers.addSerializer(Double.class, new NumberWriter(rounding));
		numbers.addSerializer(Double.TYPE, new NumberWriter(rounding));
		numbers.addDeserializer(Double.class, new NumberReader());
		numbers.addDeserializer(Double.TYPE, new NumberReader());
		return JsonMapper.builder()
			.addModule(numbers)
			.addMixIn(Chart.class, ChartKinds.class)
			.addMixIn(Arm.class, SettingsInOrder.class)
			.withConfigOverride(Map.class,
					(maps) -> maps.setFormat(JsonFormat.Value.forShape(JsonFormat.Shape.ANY)
						.withFeature(JsonFormat.Feature.WRITE_SORTED_MAP_ENTRIES)))
			.disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
			.disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
			.build();
	}

	@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
	@JsonSubTypes({ @JsonSubTypes.Type(value = Chart.Lines.class, name = "lines"),
			@JsonSubTypes.Type(value = Chart.Bars.class, name = "bars"),
			@JsonSubTypes.Type(value = Chart.HeatMap.class, name = "heat-map") })
	interface ChartKinds {

	}

	/** Keeps the order of settings. */
	interface SettingsInOrder {

		@JsonFormat(without = JsonFormat.Feature.WRITE_SORTED_MAP_ENTRIES)
		Map<String, String> settings();

	}

	private static final class NumberWriter extends StdSerializer<Double> {

		private final DoubleUnaryOperator rounding;

		NumberWriter(DoubleUnaryOperator rounding) {
			super(Double.class);
			this.rounding = rounding;
		}

		@Override
		public void serialize(Double value, JsonGenerator json, SerializationContext context) {
			if (!Double.isFinite(value)) {
				json.writeNull();
				return;
			}
			double number = this.rounding.applyAsDouble(value);
			if (number == Math.rint(number) && Math.abs(number) < 1e15) {
				json.writeNumber((long) number);
			}
			else {
				json.writeNumber(number);
			}
		}

	}

	private static final class NumberReader extends StdDeserializer<Double> {

		NumberReader() {
			super(Double.class);
		}

		@Override
		public Double deserialize(JsonParser json, DeserializationContext context) {
			return json.getDoubleValue();
		}

		@Override
		public Object getNullValue(DeserializationContext context) {
			return Double.NaN;
		}

	}

}
