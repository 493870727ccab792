package dev.yoil.lab.result;

import java.util.Map;

/**
 * An alternative that an experiment compares with others.
 *
 * @param name letters, digits and hyphens
 * @param title for people
 * @param settings the properties of the service that make the difference, in order
 */
public record Arm(String name, String title, Map<String, String> settings) {
}
