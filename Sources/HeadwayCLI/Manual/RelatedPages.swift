/// The pages and help topics under SEE ALSO.
enum RelatedPages {
  /// The related pages of a command, each as the words of a command, and its help topics.
  ///
  /// The page above and the pages below are related to every page.
  static func of(_ words: [String]) -> (pages: [[String]], topics: [HelpTopic]) {
    let entry = table[words.joined(separator: " ")] ?? ("", [])
    let above = words.isEmpty ? [] : [Array(words.dropLast())]
    let program: [[String]] = words.count > 1 ? [[]] : []
    let named = entry.pages.split(separator: ",").map { name in
      name.split(separator: " ").map(String.init)
    }
    return (above + program + named, entry.topics)
  }

  /// The pages, separated by commas, and the topics of each command.
  private static let table: [String: (pages: String, topics: [HelpTopic])] = [
    "": ("run,submit,watch,list,cancel,wait,status,doctor", HelpTopic.allCases),
    "watch": ("list,status,attach,logs", [.monitor, .hosts, .fleet]),
    "run": ("submit,adopt,update,attach,cancel", [.run, .progress, .stalls, .background]),
    "submit": ("run,list,wait,edit,priority,restart,logs", [.queue, .slurm, .taskSpooler, .pueue]),
    "adopt": ("run,list,logs", [.run, .progress, .slurm]),
    "update": ("run,recognise", [.progress]),
    "list": ("show,history,watch,status", [.monitor]),
    "hosts": ("hosts list,hosts install,list,doctor", [.hosts]),
    "hosts list": ("hosts install,list", [.hosts]),
    "hosts install": ("hosts list,doctor", [.hosts]),
    "show": ("list,history,logs", [.monitor]),
    "history": ("list,show,logs,clean,ack", [.config]),
    "ack": ("clean,list,history", [.monitor]),
    "clean": ("ack,history", [.config]),
    "status": ("tmux,list,watch,metrics", [.bars, .tmux, .fleet]),
    "logs": ("attach,show,history", [.attach]),
    "attach": ("send,logs,watch", [.attach]),
    "send": ("attach,answer", [.attach]),
    "cancel": ("pause,answer,wait", [.run, .stalls]),
    "pause": ("resume,cancel,group", [.background, .queue]),
    "resume": ("pause,start,restart,group", [.background, .queue]),
    "start": ("resume,submit,priority", [.queue]),
    "answer": ("cancel,list", [.stalls]),
    "wait": ("submit,list,logs", [.queue]),
    "restart": ("submit,history,edit", [.queue]),
    "edit": ("submit,priority,switch", [.queue]),
    "priority": ("switch,edit,submit", [.queue]),
    "switch": ("priority,edit", [.queue]),
    "group": (
      "group list,group add,group remove,group slots,group set,pause,resume", [.queue, .config]
    ),
    "group list": ("group slots,list", [.queue]),
    "group add": ("group remove,submit", [.queue]),
    "group remove": ("group add,cancel", [.queue]),
    "group slots": ("group set,pause", [.queue]),
    "group set": ("group slots,pause", [.queue]),
    "wake": ("submit", [.queue]),
    "hub": (
      "hub start,hub stop,hub status,hub reload,hub install,hub uninstall,doctor", [.systemd]
    ),
    "hub start": ("hub stop,hub status", [.systemd]),
    "hub stop": ("hub start,hub status", [.systemd]),
    "hub status": ("doctor,hub start", [.systemd]),
    "hub reload": ("hub status,doctor", [.config]),
    "hub install": ("hub uninstall,hub status", [.systemd]),
    "hub uninstall": ("hub install", [.systemd]),
    "recognise": ("run,update", [.progress]),
    "metrics": ("status,list,history", [.fleet, .config]),
    "doctor": ("hub status", [.systemd, .config]),
    "tmux": ("tmux setup,tmux popup,tmux pane,tmux push,status", [.tmux]),
    "tmux setup": ("status,tmux push", [.tmux]),
    "tmux popup": ("watch,tmux pane", [.tmux]),
    "tmux pane": ("watch,tmux popup", [.tmux]),
    "tmux push": ("tmux setup,status", [.tmux]),
    "completions": ("man", []),
    "man": ("completions", []),
    "debug": ("debug launch,debug expire,submit,wake", []),
    "debug launch": ("debug expire,wake", []),
    "debug expire": ("debug launch,answer", [.stalls]),
  ]
}
