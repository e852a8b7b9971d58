// As Apple's module does: a file that imports only BackgroundTasks has dates, queues and Progress.
@_exported public import Foundation
// Why a task is to stop.
@_exported public import struct Headway.HeadwayCancellation
