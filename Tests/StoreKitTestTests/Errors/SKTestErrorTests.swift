import Foundation
import Testing

@testable import StoreKitTest

@Suite struct SKTestErrorTests {
    @Test(arguments: [
        (SKTestError.serviceUnavailable, 0), (SKTestError.invalidProductIdentifier, 1),
        (SKTestError.invalidProductType, 2), (SKTestError.invalidURL, 3), (SKTestError.fileNotFound, 4),
        (SKTestError.noSubscriptionFound, 5), (SKTestError.noTransactionFound, 6), (SKTestError.invalidAction, 7),
    ])
    func codesHaveApplesNumbers(_ code: SKTestError.Code, _ number: Int) {
        #expect(code.rawValue == number)
        #expect(SKTestError.Code(rawValue: number) == code)
    }

    @Test func anErrorSaysWhatWasWrong() {
        let error = SKTestError(.fileNotFound, "There is no 'Shop.storekit' beside the tests.")
        #expect(error.localizedDescription == "There is no 'Shop.storekit' beside the tests.")
        #expect((error as NSError).domain == SKTestErrorDomain)
        #expect((error as NSError).code == 4)
    }

    @Test func aCatchByCodeMatchesThatCodeOnly() {
        func kind(of error: any Error) -> String {
            do { throw error } catch SKTestError.fileNotFound { return "file" } catch { return "other" }
        }
        #expect(kind(of: SKTestError(.fileNotFound, "")) == "file")
        #expect(kind(of: SKTestError(.invalidURL, "")) == "other")
        #expect(kind(of: CancellationError()) == "other")
    }
}
