package dev.yoil.webtoon.genre;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/**
 * A row of the table of genres.
 */
@Entity
@Table(name = "genre")
class StoredGenre {

	@Id
	private String code;

	private String label;

	private String labelEn;

	private int position;

	@SuppressWarnings("NullAway.Init") // Hibernate sets the fields.
	protected StoredGenre() {
	}

	AdministeredGenre administered() {
		return new AdministeredGenre(this.code, this.label, this.labelEn, this.position);
	}

	void replace(AdministeredGenre contents) {
		this.label = contents.label();
		this.labelEn = contents.labelEn();
		this.position = contents.position();
	}

}
