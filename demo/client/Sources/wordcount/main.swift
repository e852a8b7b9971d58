// Counts the words of files, with a card of its own while it does. Usage: wordcount FILE...
import Glibc
import Headway

let files = CommandLine.arguments.dropFirst()
guard !files.isEmpty else {
  print("usage: wordcount FILE...")
  exit(64)
}

/// The number of words in a file. Nil if the file can't be read.
func words(in path: String) -> Int? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var (count, isInWord) = (0, false)
  while true {
    let character = getc(file)
    if character == EOF { return count }
    let isBlank = isspace(character) != 0
    if !isBlank, !isInWord { count += 1 }
    isInWord = !isBlank
  }
}

do {
  let total = try withTask(
    "Counting words", total: Int64(files.count), HeadwayTaskOptions(unit: "files")
  ) { task in
    var total = 0
    for path in files {
      try task.checkCancellation()
      task.setSubtitle(path)
      total += words(in: path) ?? 0
      task.advance()
    }
    return total
  }
  print(total)
} catch {
  print("cancelled")
  exit(1)
}
