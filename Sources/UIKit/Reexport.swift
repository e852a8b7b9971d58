// A file that imports only UIKit has background tasks, dates, queues and Progress.
@_exported public import BackgroundTasks
