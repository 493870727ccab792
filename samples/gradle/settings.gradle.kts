rootProject.name = "books-gradle"
