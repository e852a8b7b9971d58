// A file that imports only UIKit uses background tasks, dates, queues and Progress too.
@_exported public import BackgroundTasks
