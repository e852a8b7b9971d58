// Apple's module exports Foundation too: a file that imports only BackgroundTasks uses dates,
// queues and Progress.
@_exported public import Foundation
// The type of `BGTask.cancellation`.
@_exported public import struct Headway.HeadwayCancellation
