import HeadwayCore

extension TaskSnapshot {
  /// A question beside it needn't say it again.
  var isTitleLong: Bool { cellWidth(title.string) > 32 }
}
