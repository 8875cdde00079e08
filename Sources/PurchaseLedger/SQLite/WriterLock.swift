import Foundation

/// The right to write one file, held across processes until it goes away or its process dies.
///
/// It is a lock of the operating system on a file of its own beside the database: a lock on the database file itself
/// would be lost when any other part of the process opened and closed that file.
final class WriterLock {
    private let descriptor: Int32

    /// - Parameter path: The database file.
    init(path: String) throws(LedgerError) {
        let lockPath = path + "-lock"
        let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw .unwritable(path: lockPath, reason: String(cString: strerror(errno)))
        }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            let code = errno
            if code == EINTR { continue }
            let holder = WriterLock.holder(descriptor)
            close(descriptor)
            guard code == EWOULDBLOCK else {
                throw .unwritable(path: lockPath, reason: String(cString: strerror(code)))
            }
            throw .inUse(path: path, processID: holder)
        }
        // For the message that a second writer gets; nothing depends on it.
        let processID = Array("\(getpid())\n".utf8)
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, processID, processID.count, 0) }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    private static func holder(_ descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes.prefix(count), as: UTF8.self).prefix { $0.isNumber })
    }
}
