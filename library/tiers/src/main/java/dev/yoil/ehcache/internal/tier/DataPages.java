package dev.yoil.ehcache.internal.tier;

import java.util.List;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.type.TypeFactory;
import tools.jackson.databind.util.StdConverter;

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
final class DataPages extends NopAnnotationIntrospector {

	/** The types that are converted. */
	static final Set<Class<?>> TYPES = Set.of(Page.class, PageImpl.class, Slice.class, SliceImpl.class);

	@Override
	public @Nullable Object findSerializationConverter(MapperConfig<?> config, Annotated annotated) {
		JavaType stored = stored(config, annotated);
		return (stored != null) ? new StdConverter<Slice<?>, StoredPage<?>>() {

			@Override
			public StoredPage<?> convert(Slice<?> slice) {
				return StoredPage.of(slice);
			}

			@Override
			public JavaType getOutputType(TypeFactory types) {
				return stored;
			}

		} : null;
	}

	@Override
	public @Nullable Object findDeserializationConverter(MapperConfig<?> config, Annotated annotated) {
		JavaType stored = stored(config, annotated);
		return (stored != null) ? new StdConverter<StoredPage<?>, Slice<?>>() {

			@Override
			public Slice<?> convert(StoredPage<?> page) {
				return page.toSlice();
			}

			@Override
			public JavaType getInputType(TypeFactory types) {
				return stored;
			}

		} : null;
	}

	private static @Nullable JavaType stored(MapperConfig<?> config, Annotated annotated) {
		return (annotated instanceof AnnotatedClass && TYPES.contains(annotated.getRawType())) ? config.getTypeFactory()
			.constructParametricType(StoredPage.class,
					annotated.getType().findSuperType(Slice.class).containedTypeOrUnknown(0))
				: null;
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
