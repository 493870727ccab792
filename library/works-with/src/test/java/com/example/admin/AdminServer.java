package com.example.admin;

import de.codecentric.boot.admin.server.config.EnableAdminServer;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/**
 * A server of Spring Boot Admin, outside of the package that the shop scans.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableAdminServer
public class AdminServer {

}
