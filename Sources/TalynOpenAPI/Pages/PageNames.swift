/// The names of parameters and properties of pages, as the words of `Words` in one.
///
/// A name alone is no evidence: the rules also look at types and at what stands beside it.
enum PageNames {
    /// Parameters that count pages.
    static let numbers = "page pagenumber pageno pagenum pageindex currentpage".tokenSet

    /// Parameters that count the elements before the page.
    static let offsets = "offset pageoffset skip pageskip startat startindex start startposition".tokenSet

    /// Parameters that take a cursor, those of which nothing else is meant first. One such as `before` leads to earlier pages.
    static let cursors = """
        cursor nextcursor pagecursor pagetoken nextpagetoken nexttoken paginationtoken continuationtoken continue
        skiptoken marker pagemarker nextmarker nextpage next pageafter bookmark startkey exclusivestartkey lastkey
        lastevaluatedkey pagekey nextpagekey pagestate scrollid
        """.tokens

    /// Parameters that take a cursor, or the ID of an element.
    static let afters = ["after", "startingafter", "startafter"]

    /// Parameters that lead to earlier pages, or restrict IDs.
    static let others: Set<String> = ["before", "endingbefore", "pagebefore", "sinceid", "maxid"]

    /// Parameters with the size of a page.
    static let sizes = """
        limit pagelimit perpage pagesize size count top maxresults maxitems max take rows itemsperpage resultsperpage
        first num batchsize pagecount
        """.tokenSet

    /// Whether a parameter is one of pages by its name, for a note that no way was found.
    static func isPageParameter(_ key: String) -> Bool {
        numbers.contains(key) || offsets.contains(key) && key != "start" || cursors.contains(key)
            || afters.contains(key)
            || others.contains(key)
    }

    /// Properties with the next cursor, which can mean nothing else, the most certain first.
    static let nextCursors = """
        nextcursor nextpagetoken nexttoken nextpagecursor nextcontinuationtoken continuationtoken endcursor nextmarker
        cursornext nextpagekey nextkey lastevaluatedkey
        """.tokens

    /// Properties with the next cursor, if the parameter takes one.
    static let weakNextCursors = ["nextpage", "next", "cursor", "after"]

    /// Properties with the URL of the next page.
    static let nextLinks = """
        next nextlink nexturl nexturi nexthref nextpage nextpagelink nextpageurl nextpageuri nextpagehref odatanextlink
        nextresultsurl
        """.tokenSet

    /// Properties around the positions of a page.
    static let containers = """
        pagination paging page pages pageinfo paginginfo paginationinfo resultinfo meta metadata responsemetadata
        listmeta cursors cursor links next nextpage data result results response body searchmetadata pageable
        """.tokenSet

    /// Properties around the items of a page.
    static let envelopes: Set<String> = ["data", "result", "results", "response", "body", "embedded", "meta", "list"]

    /// Containers of the next position, in which a name such as `offset` means the next one.
    static let nextContainers = """
        next nextpage cursors cursor pagination paging pageinfo meta metadata responsemetadata listmeta
        """.tokenSet

    static let more = """
        more hasmore hasmoreitems hasmoreresults moreresults hasnext hasnextpage nextpage istruncated moreavailable
        hasmorepages morepages
        """.tokenSet

    static let last: Set<String> = ["last", "islast", "islastpage", "lastpage", "finalpage", "isfinal"]

    static let pageCounts = """
        totalpages pagecount pagestotal lastpage numpages pages totalpagecount totalnumberofpages maxpage
        """.tokenSet

    static let totals = """
        total totalcount totalresults totalelements totalitems totalrecords totalsize totalhits totalentries
        totalobjects resultcount totalrows totalnumberofresults odatacount
        """.tokenSet

    /// The arrays that are the items of a page, if there are others, too.
    static let items = """
        data items results entries records values value elements resources rows content nodes edges
        """.tokens

    /// Arrays that are never the items of a page.
    static let otherArrays = """
        errors warnings included schemas links facets aggregations notifications sort orders fields columns filters
        """.tokenSet
}
