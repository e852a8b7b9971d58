internal import HeadwayModel
package import SystemPackage

/// The reasons of failed system calls, in the language of the reader.
extension Errno {
  /// The reason as strerror(3) has it, in the language of the reader. In English where the table
  /// doesn't have the reason.
  ///
  /// ```swift
  /// Errno.noSpace.words   // No space left on device
  /// ```
  package var words: String {
    guard MessageCatalog.current != nil else { return description }
    return Self.phrases[rawValue]?.text ?? description
  }

  /// The reasons that have translations, by their numbers. A test compares the English words with
  /// those of strerror(3), because a reason that comes from another program is known by its words.
  static let phrases: [CInt: Phrase] = [
    Errno.notPermitted.rawValue: Phrase("Operation not permitted"),
    Errno.noSuchFileOrDirectory.rawValue: Phrase("No such file or directory"),
    Errno.interrupted.rawValue: Phrase("Interrupted system call"),
    Errno.ioError.rawValue: Phrase("Input/output error"),
    Errno.badFileDescriptor.rawValue: Phrase("Bad file descriptor"),
    Errno.resourceTemporarilyUnavailable.rawValue: Phrase("Resource temporarily unavailable"),
    Errno.noMemory.rawValue: Phrase("Cannot allocate memory"),
    Errno.permissionDenied.rawValue: Phrase("Permission denied"),
    Errno.fileExists.rawValue: Phrase("File exists"),
    Errno.notDirectory.rawValue: Phrase("Not a directory"),
    Errno.isDirectory.rawValue: Phrase("Is a directory"),
    Errno.invalidArgument.rawValue: Phrase("Invalid argument"),
    Errno.tooManyOpenFilesInSystem.rawValue: Phrase("Too many open files in system"),
    Errno.tooManyOpenFiles.rawValue: Phrase("Too many open files"),
    Errno.fileTooLarge.rawValue: Phrase("File too large"),
    Errno.noSpace.rawValue: Phrase("No space left on device"),
    Errno.readOnlyFileSystem.rawValue: Phrase("Read-only file system"),
    Errno.brokenPipe.rawValue: Phrase("Broken pipe"),
    Errno.fileNameTooLong.rawValue: Phrase("File name too long"),
    Errno.directoryNotEmpty.rawValue: Phrase("Directory not empty"),
    Errno.tooManySymbolicLinkLevels.rawValue: Phrase("Too many levels of symbolic links"),
    Errno.connectionReset.rawValue: Phrase("Connection reset by peer"),
    Errno.timedOut.rawValue: Phrase("Connection timed out"),
    Errno.connectionRefused.rawValue: Phrase("Connection refused"),
    Errno.diskQuotaExceeded.rawValue: Phrase("Disk quota exceeded"),
  ]
}
