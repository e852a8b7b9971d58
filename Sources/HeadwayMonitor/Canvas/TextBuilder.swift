/// What words and numbers are put together in: a string, or what is drawn, which then needs none.
protocol TextBuilder {
  mutating func append(_ text: String)
  mutating func append(number: Int64)
}

extension String: TextBuilder {
  mutating func append(number: Int64) { append(String(number)) }
}
