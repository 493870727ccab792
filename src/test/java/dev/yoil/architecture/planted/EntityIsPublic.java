package dev.yoil.architecture.planted;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Planted fault. */
@Entity
public class EntityIsPublic {

	@Id
	Long id;

}
