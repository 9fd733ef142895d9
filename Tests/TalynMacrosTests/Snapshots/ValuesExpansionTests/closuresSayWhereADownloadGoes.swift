// swift-format-ignore-file

// MARK: Source

@API enum Users {
    @GET("/export/{id}") case export(id: Int, day: String, to: DownloadDestination)
}

// MARK: Expansion

enum Users {
    case export(id: Int, day: String, to: DownloadDestination)
}

extension Users: Talyn.TargetType {
    var path: String {
        switch self {
        case .export(let id, _, _): "/export/\(pathSegment: id)"
        }
    }

    var task: Talyn.HTTPTask {
        switch self {
        case .export(_, let day, let to): .downloadDestination(to).adding(query: ["day": day] as Talyn.RequestFields)
        }
    }
}
