import Foundation
import Moya
import MoyaAppCatalog
import MoyaAppCore
import MoyaAppShop

final class Terminal: Presenter {
    func showLoading() { print("  …") }
    func hideLoading() { print("  ✓") }
    func showToast(_ text: String) { print("  ! \(text)") }
}

let tokens = TokenStore(token: "abc")
let terminal = Terminal()
let activity = NetworkActivityPlugin { change, target in
    switch change {
    case .began: print("  \(target.logName) began")
    case .ended: print("  \(target.logName) ended")
    }
}
let logger = NetworkLoggerPlugin.app(output: { print("  \($0)") })

let api = API(provider: .make(stubbed: true, tokens: tokens, plugins: [LoadingPlugin(presenter: terminal), activity]))
let catalog = CatalogService(github: .make(stubbed: true, plugins: [logger]), api: api)
let shop = ShopService(tokens: tokens, stubbed: true, extraPlugins: [ErrorToastPlugin(presenter: terminal)])

func showCatalog(then next: @escaping () -> Void) {
    print("Repositories of octo")
    catalog.repositories(of: "octo") { result in
        for repository in (try? result.get()) ?? [] {
            print("  \(repository.fullName), \(repository.stargazersCount ?? 0) stars")
        }
    }
    print("Product t-1")
    catalog.product("t-1") { result in
        switch result {
        case .success(let product): print("  \(product.name) costs \(product.price)")
        case .failure(let error): print("  \(error.localizedDescription)")
        }
        next()
    }
}

func showShop(then next: @escaping () -> Void) {
    print("Orders")
    shop.open { result in
        print("  " + ((try? result.get()) ?? []).map { "\($0.id) \($0.state)" }.joined(separator: ", "))
        shop.place([OrderItem(productID: "t-1", count: 2)]) { result in
            if case .success(let order) = result { print("  Placed \(order.id)") }
            shop.pay(9, token: Data([1, 2, 3])) { error in
                print("  Paid: \(error == nil)")
                next()
            }
        }
    }
}

func showUpload(then next: @escaping () -> Void) {
    print("Upload")
    shop.uploadPhotos([Data([0xFF, 0xD8])], caption: "Tea", progress: { _ in }) { result in
        switch result {
        case .success(let url): print("  \(url)")
        case .failure(let error): print("  \(error)")
        }
        next()
    }
}

showCatalog {
    showShop {
        showUpload {
            _Concurrency.Task {
                do {
                    print("Zen: \(try await catalog.zen())")
                    print("Products: \(try await catalog.products().map(\.name).joined(separator: ", "))")
                    exit(EXIT_SUCCESS)
                } catch {
                    print("\(error)")
                    exit(EXIT_FAILURE)
                }
            }
        }
    }
}
dispatchMain()
