package dev.yoil.webtoon;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.cache.annotation.EnableCaching;

/**
 * The service: webtoons by publish day, cached, over HTTP.
 */
// SecurityConfiguration registers Spring Security's filter itself.
@SpringBootApplication(exclude = SecurityFilterAutoConfiguration.class)
@EnableCaching
public class YoilApplication {

	/**
	 * Starts the service.
	 * @param arguments Spring Boot command line arguments, such as
	 * {@code --server.port=9090}
	 */
	public static void main(String[] arguments) {
		SpringApplication.run(YoilApplication.class, arguments);
	}

}
