/**
 * The service as a child process with settings of an experiment, its database, and what
 * it tells of itself.
 */
@NullMarked
package dev.yoil.lab.service;

import org.jspecify.annotations.NullMarked;
