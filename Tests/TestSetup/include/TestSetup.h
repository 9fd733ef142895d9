/* Nothing to call: TestSetup.c acts when a process with it starts. */
