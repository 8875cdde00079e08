import Foundation
import SignedData

extension Command {
    static let keys = Command(
        name: "keys",
        summary: "a certificate chain like the App Store's, for other programs to trust",
        usage: "stk keys new DIRECTORY",
        discussion: """
            Makes a root, an intermediate and a leaf certificate, shaped like those that the App Store signs with, and
            writes each as .pem and .der; leaf.p8 is the leaf's private key, which only its owner may read.
            Programs that shall trust what the leaf signs need root.der or root.pem, and nothing else.

              DIRECTORY  is made; if it is there already, it has to be empty
            """
    ) { arguments in
        var arguments = arguments
        let operands = try arguments.operands()
        guard let action = operands.first else { throw Misuse("“new” is missing") }
        guard action == "new" else { throw Misuse("there is nothing to do with “\(action)”") }
        guard operands.count >= 2 else { throw Misuse("DIRECTORY is missing") }
        guard operands.count == 2 else { throw Misuse("there is nothing to do with “\(operands[2])”") }
        let directory = URL(fileURLWithPath: operands[1], isDirectory: true)
        try SigningChain(startingAt: Date()).write(to: directory)
        return ExitStatus.success
    }
}
