package com.example.clinic;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
class Owner {

	@Id
	private Long id;

	private String name;

	protected Owner() {
	}

	Owner(Long id, String name) {
		this.id = id;
		this.name = name;
	}

	Long id() {
		return this.id;
	}

	String name() {
		return this.name;
	}

}
