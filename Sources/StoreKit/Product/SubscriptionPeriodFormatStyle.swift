extension Product {
    /// Not on Linux: Foundation's style for date components can be made there by nobody and formats nothing.
    @available(
        *, unavailable,
        message: """
            Foundation on Linux cannot format date components; use subscriptionPeriodUnitFormatStyle, or write \
            subscriptionPeriod.formatted(.units(allowed: [.days]))
            """
    )
    public var subscriptionPeriodFormatStyle: Date.ComponentsFormatStyle {
        fatalError("unavailable")
    }
}
