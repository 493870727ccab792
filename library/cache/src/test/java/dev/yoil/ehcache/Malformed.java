package dev.yoil.ehcache;

/** Exceptions that code which handles exceptions does not expect. */
enum Malformed {

	CIRCULAR {

		@Override
		Exception thrown() {
			Exception outer = new IllegalStateException("outer");
			outer.initCause(new IllegalStateException("inner", outer));
			return outer;
		}

	},

	WITHOUT_MESSAGE {

		@Override
		Exception thrown() {
			return new IllegalStateException() {

				@Override
				public String getMessage() {
					throw new UnsupportedOperationException("planted");
				}

			};
		}

	},

	WITHOUT_CAUSE {

		@Override
		Exception thrown() {
			return new IllegalStateException() {

				@Override
				public synchronized Throwable getCause() {
					throw new UnsupportedOperationException("planted");
				}

			};
		}

	};

	abstract Exception thrown();

	String fail() throws Exception {
		throw thrown();
	}

	String failWithError() {
		Error error = new NoClassDefFoundError("broken deployment");
		error.initCause(thrown());
		throw error;
	}

}
