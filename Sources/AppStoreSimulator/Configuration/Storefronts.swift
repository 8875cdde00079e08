/// The App Store's storefronts.
extension StorefrontMessage {
    /// The storefront of a country or region, given as ISO 3166-1 alpha-3 (Kosovo as `XKS`); nil if there is none.
    ///
    /// Where the App Store sells in US dollars, because the local currency is not among its own, that is the currency.
    /// Apple documents the number of the United States' storefront; the others are from public lists.
    public init?(countryCode: String) {
        guard let entry = Self.byCountry[countryCode] else { return nil }
        self.init(id: String(entry.number), countryCode: countryCode, currencyCode: entry.currency)
    }

    /// What a store has that says nothing else.
    public static let unitedStates = StorefrontMessage(id: "143441", countryCode: "USA", currencyCode: "USD")

    private static let byCountry: [String: (number: Int, currency: String)] = {
        var entries: [String: (number: Int, currency: String)] = [:]
        for (currency, storefronts) in byCurrency {
            for (country, number) in storefronts {
                entries[country] = (number, currency)
            }
        }
        return entries
    }()

    private static let byCurrency: [(currency: String, storefronts: [(country: String, number: Int)])] = [
        ("AED", [("ARE", 143481)]),
        ("AUD", [("AUS", 143460)]),
        ("BRL", [("BRA", 143503)]),
        ("CAD", [("CAN", 143455)]),
        ("CHF", [("CHE", 143459)]),
        ("CLP", [("CHL", 143483)]),
        ("CNY", [("CHN", 143465)]),
        ("COP", [("COL", 143501)]),
        ("CZK", [("CZE", 143489)]),
        ("DKK", [("DNK", 143458)]),
        ("EGP", [("EGY", 143516)]),
        (
            "EUR",
            [
                ("AUT", 143445), ("BEL", 143446), ("BGR", 143526), ("BIH", 143612), ("CYP", 143557), ("DEU", 143443),
                ("ESP", 143454), ("EST", 143518), ("FIN", 143447), ("FRA", 143442), ("GRC", 143448), ("HRV", 143494),
                ("IRL", 143449), ("ITA", 143450), ("LTU", 143520), ("LUX", 143451), ("LVA", 143519), ("MLT", 143521),
                ("MNE", 143619), ("NLD", 143452), ("PRT", 143453), ("SRB", 143500), ("SVK", 143496), ("SVN", 143499),
                ("XKS", 143624),
            ]
        ),
        ("GBP", [("GBR", 143444)]),
        ("HKD", [("HKG", 143463)]),
        ("HUF", [("HUN", 143482)]),
        ("IDR", [("IDN", 143476)]),
        ("ILS", [("ISR", 143491)]),
        ("INR", [("IND", 143467)]),
        ("JPY", [("JPN", 143462)]),
        ("KRW", [("KOR", 143466)]),
        ("KZT", [("KAZ", 143517)]),
        ("MXN", [("MEX", 143468)]),
        ("MYR", [("MYS", 143473)]),
        ("NGN", [("NGA", 143561)]),
        ("NOK", [("NOR", 143457)]),
        ("NZD", [("NZL", 143461)]),
        ("PEN", [("PER", 143507)]),
        ("PHP", [("PHL", 143474)]),
        ("PKR", [("PAK", 143477)]),
        ("PLN", [("POL", 143478)]),
        ("QAR", [("QAT", 143498)]),
        ("RON", [("ROU", 143487)]),
        ("RUB", [("RUS", 143469)]),
        ("SAR", [("SAU", 143479)]),
        ("SEK", [("SWE", 143456)]),
        ("SGD", [("SGP", 143464)]),
        ("THB", [("THA", 143475)]),
        ("TRY", [("TUR", 143480)]),
        ("TWD", [("TWN", 143470)]),
        ("TZS", [("TZA", 143572)]),
        (
            "USD",
            [
                ("AFG", 143610), ("AGO", 143564), ("AIA", 143538), ("ALB", 143575), ("ARG", 143505), ("ARM", 143524),
                ("ATG", 143540), ("AZE", 143568), ("BEN", 143576), ("BFA", 143578), ("BHR", 143559), ("BHS", 143539),
                ("BLR", 143565), ("BLZ", 143555), ("BMU", 143542), ("BOL", 143556), ("BRB", 143541), ("BRN", 143560),
                ("BTN", 143577), ("BWA", 143525), ("CIV", 143527), ("CMR", 143574), ("COD", 143613), ("COG", 143582),
                ("CPV", 143580), ("CRI", 143495), ("CYM", 143544), ("DMA", 143545), ("DOM", 143508), ("DZA", 143563),
                ("ECU", 143509), ("FJI", 143583), ("FSM", 143591), ("GAB", 143614), ("GEO", 143615), ("GHA", 143573),
                ("GMB", 143584), ("GNB", 143585), ("GRD", 143546), ("GTM", 143504), ("GUY", 143553), ("HND", 143510),
                ("IRQ", 143617), ("ISL", 143558), ("JAM", 143511), ("JOR", 143528), ("KEN", 143529), ("KGZ", 143586),
                ("KHM", 143579), ("KNA", 143548), ("KWT", 143493), ("LAO", 143587), ("LBN", 143497), ("LBR", 143588),
                ("LBY", 143567), ("LCA", 143549), ("LKA", 143486), ("MAC", 143515), ("MAR", 143620), ("MDA", 143523),
                ("MDG", 143531), ("MDV", 143488), ("MKD", 143530), ("MLI", 143532), ("MMR", 143570), ("MNG", 143592),
                ("MOZ", 143593), ("MRT", 143590), ("MSR", 143547), ("MUS", 143533), ("MWI", 143589), ("NAM", 143594),
                ("NER", 143534), ("NIC", 143512), ("NPL", 143484), ("NRU", 143606), ("OMN", 143562), ("PAN", 143485),
                ("PLW", 143595), ("PNG", 143597), ("PRY", 143513), ("RWA", 143621), ("SEN", 143535), ("SLB", 143601),
                ("SLE", 143600), ("SLV", 143506), ("STP", 143598), ("SUR", 143554), ("SWZ", 143602), ("SYC", 143599),
                ("TCA", 143552), ("TCD", 143581), ("TJK", 143603), ("TKM", 143604), ("TON", 143608), ("TTO", 143551),
                ("TUN", 143536), ("UGA", 143537), ("UKR", 143492), ("URY", 143514), ("USA", 143441), ("UZB", 143566),
                ("VCT", 143550), ("VEN", 143502), ("VGB", 143543), ("VUT", 143609), ("YEM", 143571), ("ZMB", 143622),
                ("ZWE", 143605),
            ]
        ),
        ("VND", [("VNM", 143471)]),
        ("ZAR", [("ZAF", 143472)]),
    ]
}
