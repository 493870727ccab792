package org.ngrinder.http;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;
import org.jspecify.annotations.Nullable;

/**
 * The signatures of nGrinder's answer that our scripts use. As in the real one, nothing
 * is decompressed.
 */
public class HTTPResponse {

	private final HttpResponse<byte[]> answer;

	private final int status;

	HTTPResponse(HttpResponse<byte[]> answer, int status) {
		this.answer = answer;
		this.status = status;
	}

	public int getStatusCode() {
		return this.status;
	}

	public byte[] getBodyBytes() {
		return this.answer.body();
	}

	public String getBodyText() {
		return new String(getBodyBytes(), StandardCharsets.UTF_8);
	}

	public @Nullable Header getHeader(String name) {
		return this.answer.headers().firstValue(name).map((value) -> new BasicHeader(name, value)).orElse(null);
	}

}
