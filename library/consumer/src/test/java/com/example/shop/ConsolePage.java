package com.example.shop;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page of the console, by what the server writes into it.
 */
record ConsolePage(String html) {

	String user() {
		return told("user");
	}

	String signIn() {
		return told("sign-in");
	}

	/**
	 * {@return the header line that changes need, its name and its value}
	 */
	String[] csrf() {
		return new String[] { told("csrf-header"), told("csrf-token") };
	}

	private String told(String name) {
		Matcher meta = Pattern.compile("<meta name=\"" + name + "\" content=\"(.*?)\">").matcher(this.html);
		assertThat(meta.find()).as("%s in %s", name, this.html).isTrue();
		return meta.group(1);
	}

}
