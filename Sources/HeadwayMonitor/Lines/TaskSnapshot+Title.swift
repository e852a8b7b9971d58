import HeadwayModel

extension TaskSnapshot {
  /// Whether the title is too long to be repeated in a question next to it.
  var isTitleLong: Bool { cellWidth(title.string) > 32 }
}
