package dev.yoil.lab.service;

/**
 * A service that runs and is ready.
 *
 * @param process its process
 * @param port for requests
 * @param management where it tells of itself
 */
record Launched(ChildProcess process, int port, ManagementPort management) {
}
