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
        // Never reached: the compiler refuses every use, and no value of the type can be made to return.
        fatalError("unavailable")
    }
}
