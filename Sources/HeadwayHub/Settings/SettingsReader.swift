import Dispatch
import NIOCore

/// Reads the config file off the event loop, to which it is confined.
final class SettingsReader {
  private let loop: any EventLoop
  private let queue = DispatchQueue(label: "headway.config")

  init(loop: any EventLoop) { self.loop = loop }

  /// `body` hears what the file says now, checked against this machine, or why that can't be.
  func read(then body: @escaping (Result<HubEngineSettings, any Error>) -> Void) {
    let bound = NIOLoopBound(body, eventLoop: loop)
    queue.async { [loop] in
      let result = Result { try HubPreparation.settings(isChecked: true) }
      loop.execute { bound.value(result) }
    }
  }
}
