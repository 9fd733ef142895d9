/// An error that belongs to one step of a call.
package protocol StepError: Error {
    /// The step that fails with the error.
    var step: TalynError.Reason { get }
}

extension TransportError: StepError {
    package var step: TalynError.Reason { .transport }
}

extension RequestError: StepError {
    package var step: TalynError.Reason { .invalidRequest }
}

extension EnvelopeError: StepError {
    package var step: TalynError.Reason { .envelope }
}

extension RejectionError: StepError {
    package var step: TalynError.Reason { .rejected }
}

extension BodyError: StepError {
    package var step: TalynError.Reason { .body }
}

extension MappingError: StepError {
    package var step: TalynError.Reason { .decoding }
}
