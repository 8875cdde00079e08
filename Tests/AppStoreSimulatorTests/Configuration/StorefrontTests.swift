import AppStoreSimulator
import Testing

@Suite struct StorefrontTests {
    @Test(arguments: [
        ("USA", "143441", "USD"), ("ESP", "143454", "EUR"), ("JPN", "143462", "JPY"), ("GBR", "143444", "GBP"),
        ("KEN", "143529", "USD"),
    ])
    func aCountryHasAStorefrontWithANumberAndACurrency(country: String, id: String, currency: String) {
        #expect(
            StorefrontMessage(countryCode: country)
                == StorefrontMessage(id: id, countryCode: country, currencyCode: currency))
    }

    @Test(arguments: ["", "US", "usa", "XXX"])
    func anythingElseHasNone(country: String) {
        #expect(StorefrontMessage(countryCode: country) == nil)
    }
}
