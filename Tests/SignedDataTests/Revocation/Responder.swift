import AppStoreData
import COpenSSL
import Foundation
import FoundationNetworking
import Testing

@testable import SignedData

/// `openssl ocsp` answering for one authority on the loopback interface, until it goes away.
final class Responder {
    static let tool = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    let url: URL
    private let process = Process()
    private let folder: URL

    /// - Parameters:
    ///   - certificates: what it knows, and whether each is revoked.
    ///   - signer: who signs the answers.
    init(
        for authority: CertifiedKey, knowing certificates: [(Certificate, isRevoked: Bool)],
        signing signer: CertifiedKey? = nil, port: UInt16
    ) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "responder-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let index = try certificates.map { certificate, isRevoked in
            let serial = try certificate.serialNumber
            return isRevoked
                ? "R\t491231235959Z\t200101000000Z\t\(serial)\tunknown\t/CN=x\n"
                : "V\t491231235959Z\t\t\(serial)\tunknown\t/CN=x\n"
        }.joined()
        let signer = signer ?? authority
        let files = try [
            "index": index, "ca.pem": authority.certificate.pem, "signer.pem": signer.certificate.pem,
            "signer.key": signer.privateKeyPEM(),
        ]
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
        process.executableURL = URL(filePath: try #require(Self.tool))
        process.currentDirectoryURL = folder
        process.arguments = [
            "ocsp", "-index", "index", "-CA", "ca.pem", "-rsigner", "signer.pem", "-rkey", "signer.key", "-port",
            "\(port)", "-nmin", "30",
        ]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        // It waits for its next request before it heeds a polite signal.
        kill(process.processIdentifier, SIGKILL)
        try? FileManager.default.removeItem(at: folder)
    }

    private static let given = Lock<Set<UInt16>>([])

    /// A port that nobody listens at, and that no other test has been given: it is free until its responder has started.
    static func freePort() throws -> UInt16 {
        while true {
            let port = try unusedPort()
            if given.withLock({ $0.insert(port).inserted }) { return port }
        }
    }

    private static func unusedPort() throws -> UInt16 {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(listener >= 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 ? getsockname(listener, $0, &length) : -1
            }
        }
        try #require(result == 0)
        return UInt16(bigEndian: address.sin_port)
    }

    /// Posts to a responder, and tries again while one that was just started does not listen yet.
    @Sendable static func post(_ responder: URL, _ body: Data) async throws -> Data {
        var request = URLRequest(url: responder, timeoutInterval: 10)
        request.httpMethod = "POST"
        request.httpBody = body
        request.setValue("application/ocsp-request", forHTTPHeaderField: "Content-Type")
        let deadline = ContinuousClock.now + .seconds(20)
        while true {
            do {
                let (data, response) = try await URLSession.shared.data(for: request)
                guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
                return data
            } catch let error as URLError where error.code == .cannotConnectToHost && ContinuousClock.now < deadline {
                await Task.yield()
            }
        }
    }
}

extension Certificate {
    /// In hexadecimal, as the index of a responder has it.
    fileprivate var serialNumber: String {
        get throws {
            let number = try #require(ASN1_INTEGER_to_BN(X509_get0_serialNumber(pointer), nil))
            defer { BN_free(number) }
            let text = try #require(BN_bn2hex(number))
            defer { CRYPTO_free(text, nil, 0) }
            return String(cString: text)
        }
    }
}
