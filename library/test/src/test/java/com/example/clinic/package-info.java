/**
 * An application of a user, and its tests.
 */
package com.example.clinic;
