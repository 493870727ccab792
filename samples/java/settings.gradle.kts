rootProject.name = "books-java"
