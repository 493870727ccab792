package dev.yoil.ehcache.internal.tier;

import java.util.List;
import java.util.Objects;

import com.fasterxml.jackson.annotation.JsonFormat;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.Deserializers;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.Serializers;
import tools.jackson.databind.type.TypeFactory;

import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageImpl;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.SliceImpl;
import org.springframework.data.domain.Sort;

/**
 * The JSON of Spring Data's pages and slices in tiers, with all that their {@code equals}
 * compares. Spring Data itself only writes them. A class of its own, because Spring Data
 * may be absent.
 */
final class DataPages {

	private DataPages() {
	}

	static void addTo(JsonMapper.Builder builder) {
		// Otherwise the annotations that Spring Data adds for responses have precedence.
		builder.addMixIn(PageImpl.class, Object.class).addModule(new PageModule());
	}

	/**
	 * {@return whether it is a type that the module reads}
	 */
	static boolean isPage(JavaType type) {
		return type.hasRawClass(Page.class) || type.hasRawClass(PageImpl.class) || type.hasRawClass(Slice.class)
				|| type.hasRawClass(SliceImpl.class);
	}

	private static JavaType stored(JavaType slice, TypeFactory types) {
		return types.constructParametricType(StoredPage.class,
				slice.findSuperType(Slice.class).containedTypeOrUnknown(0));
	}

	private static final class PageModule extends SimpleModule {

		@Override
		public void setupModule(SetupContext context) {
			context.addSerializers(new PageSerializers());
			context.addDeserializers(new PageDeserializers());
		}

	}

	private static final class PageSerializers extends Serializers.Base {

		@Override
		public @Nullable ValueSerializer<?> findSerializer(SerializationConfig config, JavaType type,
				BeanDescription.Supplier bean, JsonFormat.@Nullable Value overrides) {
			return isPage(type) ? new PageSerializer(stored(type, config.getTypeFactory())) : null;
		}

	}

	private static final class PageSerializer extends ValueSerializer<Slice<?>> {

		private final JavaType stored;

		PageSerializer(JavaType stored) {
			this.stored = stored;
		}

		@Override
		public void serialize(Slice<?> value, JsonGenerator generator, SerializationContext context) {
			context.findTypedValueSerializer(this.stored, true).serialize(StoredPage.of(value), generator, context);
		}

	}

	private static final class PageDeserializers extends Deserializers.Base {

		@Override
		public @Nullable ValueDeserializer<?> findBeanDeserializer(JavaType type, DeserializationConfig config,
				BeanDescription.Supplier bean) {
			return isPage(type) ? new PageDeserializer(stored(type, config.getTypeFactory())) : null;
		}

		@Override
		public boolean hasDeserializerFor(DeserializationConfig config, Class<?> type) {
			return isPage(config.constructType(type));
		}

	}

	private static final class PageDeserializer extends ValueDeserializer<Slice<?>> {

		private final JavaType stored;

		PageDeserializer(JavaType stored) {
			this.stored = stored;
		}

		@Override
		public Slice<?> deserialize(JsonParser parser, DeserializationContext context) {
			StoredPage<?> page = context.readValue(parser, this.stored);
			return page.toSlice();
		}

	}

	/**
	 * The parts of a page or slice.
	 *
	 * @param page {@code null} if it is not paged
	 * @param total {@code null} for a slice
	 */
	record StoredPage<T>(List<T> content, @Nullable Integer page, @Nullable Integer size, List<StoredOrder> sort,
			boolean next, @Nullable Long total) {

		static StoredPage<?> of(Slice<?> slice) {
			Pageable pageable = slice.getPageable();
			return new StoredPage<>(slice.getContent(), pageable.isPaged() ? pageable.getPageNumber() : null,
					pageable.isPaged() ? pageable.getPageSize() : null,
					pageable.getSort().stream().map(StoredOrder::of).toList(), slice.hasNext(),
					(slice instanceof Page<?> page) ? page.getTotalElements() : null);
		}

		Slice<T> toSlice() {
			Sort sorted = Sort.by(this.sort.stream().map(StoredOrder::toOrder).toList());
			Pageable pageable = (this.page != null)
					? PageRequest.of(this.page, Objects.requireNonNull(this.size), sorted) : Pageable.unpaged(sorted);
			return (this.total != null) ? new PageImpl<>(this.content, pageable, this.total)
					: new SliceImpl<>(this.content, pageable, this.next);
		}

	}

	/** An order of a sort. */
	record StoredOrder(String property, Sort.Direction direction, boolean ignoreCase, Sort.NullHandling nulls) {

		static StoredOrder of(Sort.Order order) {
			return new StoredOrder(order.getProperty(), order.getDirection(), order.isIgnoreCase(),
					order.getNullHandling());
		}

		Sort.Order toOrder() {
			Sort.Order order = new Sort.Order(this.direction, this.property, this.nulls);
			return this.ignoreCase ? order.ignoreCase() : order;
		}

	}

}
