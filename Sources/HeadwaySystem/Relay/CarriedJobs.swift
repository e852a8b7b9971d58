/// The jobs that a batch script carries to nodes that don't see the folders of the hub's machine.
///
/// The text has a line for each part of a job array: the index, or a hyphen for a job on its own, the
/// name of the folder, and the content of the file `job` in hexadecimal digits.
///
/// ```swift
/// var text: [UInt8] = []
/// CarriedJobs.append(job, folder: "5f0c…-1", index: nil, to: &text)
/// let found = CarriedJobs.find(index: nil, in: text)
/// ```
package enum CarriedJobs {
  /// The largest text that is read, in bytes. Slurm takes scripts of 4 MiB.
  package static let byteLimit = 32 << 20

  /// Adds the line of a part.
  ///
  /// - Parameter folder: a name of letters, digits and hyphens.
  package static func append(
    _ job: RelayJob, folder: String, index: Int?, to text: inout [UInt8]
  ) {
    text += Array("\(index.map { "\($0)" } ?? "-") \(folder) ".utf8)
    let digits = Array("0123456789abcdef".utf8)
    for byte in job.bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    text.append(UInt8(ascii: "\n"))
  }

  /// Returns the job with this index, and the name of its folder; nil if the text has none.
  package static func find(index: Int?, in text: [UInt8]) -> (folder: String, job: RelayJob)? {
    let wanted = Array((index.map { "\($0)" } ?? "-").utf8)
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 3, Array(words[0]) == wanted, RelayFiles.isName(words[1]),
        let bytes = bytes(ofDigits: words[2]), let job = RelayJob(bytes: bytes)
      else { continue }
      return (String(decoding: words[1], as: UTF8.self), job)
    }
    return nil
  }

  private static func bytes(ofDigits digits: ArraySlice<UInt8>) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
