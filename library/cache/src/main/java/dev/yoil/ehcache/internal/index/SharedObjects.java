package dev.yoil.ehcache.internal.index;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.ehcache.sizeof.annotations.IgnoreSizeOf;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.stereotype.Component;

/**
 * The objects that a cached value refers to but does not own, by their classes: classes,
 * threads, constants, loggers, beans, connections, sessions of Hibernate, and what
 * Ehcache's {@link IgnoreSizeOf} marks. Their types are compared by name, because most of
 * them are in optional libraries.
 */
final class SharedObjects {

	private static final Set<String> TYPES = Set.of("java.lang.ClassLoader", "java.lang.Enum", "java.lang.Thread",
			"java.lang.ThreadGroup", "java.lang.ref.Reference", "java.lang.reflect.AnnotatedElement",
			"java.util.concurrent.Executor", "java.lang.System$Logger", "java.util.logging.Logger", "org.slf4j.Logger",
			"org.apache.commons.logging.Log", "org.apache.logging.log4j.Logger", "java.sql.Wrapper",
			"jakarta.persistence.EntityManager", "jakarta.persistence.EntityManagerFactory",
			"org.springframework.aop.SpringProxy", "org.springframework.beans.factory.Aware",
			"org.springframework.beans.factory.BeanFactory", "org.springframework.beans.factory.DisposableBean",
			"org.springframework.beans.factory.FactoryBean", "org.springframework.beans.factory.InitializingBean",
			"org.springframework.cache.Cache", "org.springframework.cache.CacheManager",
			"org.springframework.core.env.PropertyResolver");

	private static final String HIBERNATE = "org.hibernate.";

	/** Proxies and collections hold entities beside their session. */
	private static final List<String> WITH_ENTITIES = List.of("org.hibernate.collection.", "org.hibernate.proxy.");

	/** Enhanced entities refer to the session and to each other. */
	private static final String ENHANCED = "$$_hibernate_";

	private static final String PROXIED = "$$_hibernate_interceptor";

	private SharedObjects() {
	}

	/**
	 * {@return whether all objects of a class are shared}
	 */
	static boolean isShared(Class<?> type) {
		return isListed(type) || isOfHibernate(type.getName()) || isIgnored(type)
				|| MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY).isPresent(Component.class);
	}

	private static boolean isListed(@Nullable Class<?> type) {
		return type != null && (TYPES.contains(type.getName()) || isListed(type.getSuperclass())
				|| Stream.of(type.getInterfaces()).anyMatch(SharedObjects::isListed));
	}

	private static boolean isOfHibernate(String type) {
		return type.startsWith(HIBERNATE) && WITH_ENTITIES.stream().noneMatch(type::startsWith);
	}

	private static boolean isIgnored(Class<?> type) {
		for (Class<?> part = type; part != null; part = part.getSuperclass()) {
			IgnoreSizeOf ignored = part.getAnnotation(IgnoreSizeOf.class);
			if (ignored != null && (part == type || ignored.inherited())) {
				return true;
			}
		}
		return false;
	}

	/**
	 * {@return whether a field of an object refers to a shared one}
	 */
	static boolean isShared(Field field) {
		return field.isAnnotationPresent(IgnoreSizeOf.class)
				|| (field.getName().startsWith(ENHANCED) && !field.getName().equals(PROXIED));
	}

	/**
	 * {@return whether a field may hold the only or a well-known object of a class}
	 */
	static boolean isConstant(Field field, Class<?> type) {
		int modifiers = field.getModifiers();
		return Modifier.isStatic(modifiers) && Modifier.isFinal(modifiers) && field.getType().isAssignableFrom(type)
				&& field.getType() != Object.class;
	}

}
