extension TargetType {
    /// Whether only statuses from 200 to 299 succeed: what targets said before there was ``validationType``.
    @available(*, deprecated, renamed: "validationType")
    public var validate: Bool { false }

    public var validationType: ValidationType {
        (OlderTarget.self as any ValidatingTargets.Type).validationType(of: self)
    }
}

/// Hides that a deprecated property is read, which older targets still implement.
private protocol ValidatingTargets {
    static func validationType<Target: TargetType>(of target: Target) -> ValidationType
}

private enum OlderTarget: ValidatingTargets {
    @available(*, deprecated)
    static func validationType<Target: TargetType>(of target: Target) -> ValidationType {
        target.validate ? .successCodes : .none
    }
}
