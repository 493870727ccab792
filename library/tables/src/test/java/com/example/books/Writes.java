package com.example.books;

import java.util.function.Supplier;

/**
 * Callers of a statement, in the ways in which an application calls.
 */
public class Writes implements Supplier<Object> {

	private final Supplier<Object> statement;

	public Writes(Supplier<Object> statement) {
		this.statement = statement;
	}

	/** Calls itself, because the constructor of a proxy sets no field. */
	public Object direct() {
		return statement().get();
	}

	public Object lambda() {
		Supplier<Object> inner = () -> statement().get();
		return inner.get();
	}

	public Object nested() {
		return direct();
	}

	@Override
	public Object get() {
		return statement().get();
	}

	protected Supplier<Object> statement() {
		return this.statement;
	}

}
