package dev.yoil.lab.result;

import java.util.Map;

/**
 * One of the things that an experiment compares.
 *
 * @param name short, of letters, digits and hyphens
 * @param title for people
 * @param settings what of the service's settings makes the difference, by name, in order;
 * as they are given to it
 */
public record Arm(String name, String title, Map<String, String> settings) {
}
