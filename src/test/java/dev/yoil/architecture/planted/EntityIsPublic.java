package dev.yoil.architecture.planted;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Planted to break a rule of the architecture. */
@Entity
public class EntityIsPublic {

	@Id
	Long id;

}
