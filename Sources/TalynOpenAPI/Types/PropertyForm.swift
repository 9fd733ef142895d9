/// The form of a property in Swift, by which code reads its value.
enum PropertyForm {
    /// It must be there, and may be `null`: an optional.
    case nullable
    case required
    case optional
    /// It may be missing, `null` or a value: a `PatchValue`.
    case patch

    /// - Parameter declaration: The type that has the property. Its directions must be known.
    init(_ property: Property, in declaration: Declaration) {
        let isRequired =
            property.isRequired && !(property.isReadOnly && declaration.isSent)
            && !(property.isWriteOnly && declaration.isReceived)
        if isRequired {
            self = property.isNullable ? .nullable : .required
        } else {
            // An array has no place that is left out before others.
            self = property.isNullable && declaration.isSent && !declaration.isTuple ? .patch : .optional
        }
    }
}
