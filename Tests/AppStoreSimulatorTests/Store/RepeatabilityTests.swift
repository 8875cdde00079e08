import AppStoreData
import AppStoreSimulator
import Foundation
import Testing

@Suite struct RepeatabilityTests {
    /// Everything that two devices of each account are told in a made-up story, as signed.
    private func played(storeSeed: UInt64, storySeed: UInt64) throws -> [String] {
        let store = makeStore(RandomStory.configuration(seed: 0), seed: storeSeed)
        var story = RandomStory(seed: storySeed)
        let told = Lock<[String]>([])
        var tokens: [DeliveryToken] = []
        for account in ["anna", "ben", "carl"] {
            for name in ["phone", "tablet"] {
                tokens.append(
                    store.device(named: name, account: account).listen { delivery, position in
                        let text: String
                        switch delivery {
                        case .transaction(let object): text = (try? object.jws()) ?? "unreadable"
                        case .subscriptionStatus(let status): text = (try? status.renewalInfo.jws()) ?? "unreadable"
                        default: text = "\(delivery)"
                        }
                        told.withLock { $0.append("\(position) \(name) \(account) \(text)") }
                    })
            }
        }
        for _ in 0..<250 {
            try store.advance(by: .milliseconds(story.nextDelay()))
            _ = try? store.perform(story.nextEvent(try store.machine))
        }
        for token in tokens { token.cancel() }
        return told.withLock { $0 }
    }

    @Test(arguments: 0..<5 as Range<UInt64>)
    func theSameSeedAndStoryGiveTheSamePayloadsByteForByte(seed: UInt64) throws {
        let first = try played(storeSeed: seed, storySeed: seed)
        #expect(first.count > 20)
        #expect(try played(storeSeed: seed, storySeed: seed) == first)
    }

    @Test func anotherSeedGivesOtherNonces() throws {
        let first = try played(storeSeed: 1, storySeed: 1)
        let second = try played(storeSeed: 2, storySeed: 1)
        #expect(first.count == second.count)
        #expect(first != second)
    }
}
