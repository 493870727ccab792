plugins {
    java
    id("org.springframework.boot") version "4.1.2"
}

group = "com.example"
version = "0.1.0-SNAPSHOT"

repositories {
    mavenLocal() // Yoil, until it is in a public repository
    mavenCentral()
}

dependencies {
    implementation(platform("org.springframework.boot:spring-boot-dependencies:4.1.2"))
    implementation("dev.yoil:yoil-ehcache-spring-boot-starter:0.1.0-SNAPSHOT")
    implementation("org.springframework.boot:spring-boot-starter-webmvc")
    implementation("org.springframework.boot:spring-boot-starter-validation")
    testImplementation("org.springframework.boot:spring-boot-starter-test")
    testImplementation("dev.yoil:yoil-ehcache-test:0.1.0-SNAPSHOT")
    testImplementation("io.micrometer:micrometer-observation-test")
    testRuntimeOnly("org.junit.platform:junit-platform-launcher")
}

tasks.test {
    useJUnitPlatform()
}
