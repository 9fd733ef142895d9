import TestSupport
import Testing

/// What every transport is held to; each concern is a suite in a file of its own.
///
/// Most of them run their tests one after the other: a thousand connections at once would make the others wait too long.
@Suite(.sockets) enum ConformanceTests {}
