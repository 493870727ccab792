/**
 * The service as child processes, with its database, proxy and Redis, and its metrics.
 */
@NullMarked
package dev.yoil.lab.service;

import org.jspecify.annotations.NullMarked;
