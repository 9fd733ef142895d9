import Testing

/// What every transport is held to; each concern is a suite in a file of its own.
@Suite(.timeLimit(.minutes(1))) enum ConformanceTests {}
