#if Tools
import Hummingbird

/// Turns errors into httpbin's pages, removes the bodies of responses to HEAD, and lets any web page read the responses.
struct HTTPBinMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: HTTPBinContext,
        next: (Request, HTTPBinContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as any HTTPResponseError {
            response = .errorPage(error.status)
        } catch {
            response = .errorPage(.internalServerError)
        }
        if request.method == .head {
            response = response.createHeadResponse()
        }
        response.headers[.accessControlAllowOrigin] = request.headers[.origin] ?? "*"
        response.headers[.accessControlAllowCredentials] = "true"
        if request.method == .options {
            response.headers[.accessControlAllowMethods] = "GET, POST, PUT, DELETE, PATCH, OPTIONS"
            response.headers[.accessControlMaxAge] = "3600"
            response.headers[.accessControlAllowHeaders] = request.headers[.accessControlRequestHeaders]
        }
        return response
    }
}
#endif
