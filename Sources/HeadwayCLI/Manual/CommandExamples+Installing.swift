extension CommandExamples {
  /// The commands for the hub, the installation and other programs.
  static let installing: [String: [CommandExample]] = [
    "hub": [
      CommandExample("Look whether a hub runs.", "headway hub status"),
      CommandExample("Let systemd start the hub from now on.", "headway hub install --now"),
      CommandExample("Use a changed config.", "headway hub reload"),
    ],
    "hub start": [
      CommandExample("Start the hub before the first task needs it.", "headway hub start"),
      CommandExample(
        "Start another hub, on a socket in a folder of mode 700.",
        "HEADWAY_SOCKET=$HOME/.headway-test/hub.sock headway hub start"),
    ],
    "hub stop": [
      CommandExample("Stop the hub. Running commands go on.", "headway hub stop"),
      CommandExample(
        "Use an updated headwayd.", "headway hub stop && headway hub start"),
    ],
    "hub status": [
      CommandExample("Print version, process and paths of the hub.", "headway hub status"),
      CommandExample(
        "Ask in a script whether a hub runs.",
        "headway hub status >/dev/null 2>&1 || echo 'no hub'"),
    ],
    "metrics": [
      CommandExample("Print the numbers once.", "headway metrics"),
      CommandExample(
        "Hand the numbers to node_exporter, from a timer of your own.",
        "headway metrics --output /var/lib/prometheus/node-exporter/headway.prom"),
    ],
    "hub reload": [
      CommandExample("Use a changed config.", "headway hub reload"),
      CommandExample(
        "Check the installation with the config, then use it.",
        "headway doctor && headway hub reload"),
    ],
    "hub install": [
      CommandExample("Let systemd start the hub from your next login on.", "headway hub install"),
      CommandExample(
        "Let systemd start the hub now, in place of the one that runs.",
        "headway hub install --now"),
      CommandExample("Print the units, and write nothing.", "headway hub install --print"),
    ],
    "hub uninstall": [
      CommandExample("Remove the units.", "headway hub uninstall"),
      CommandExample(
        "Remove the units, and go on with a hub without systemd.",
        "headway hub uninstall && headway hub start"),
    ],
    "recognise": [
      CommandExample(
        "See what Headway reads off a recording of asciinema.", "headway recognise build.cast"),
      CommandExample(
        "Name the command of a saved output, for the rules of that tool.",
        "headway recognise --command 'rsync -a src/ dst/' output.txt"),
      CommandExample(
        "Read the output of a command directly.",
        "rsync -a --info=progress2 src/ dst/ | headway recognise -"),
    ],
    "doctor": [
      CommandExample("Check the installation.", "headway doctor"),
      CommandExample(
        "Print what to do about each problem.",
        #"headway doctor --json | jq -r '.[] | select(.status == "wrong") | .advice'"#),
    ],
    "tmux": [
      CommandExample("Show the tasks in the status line of tmux.", "headway tmux setup --write"),
      CommandExample("Open the monitor over the panes.", "headway tmux popup"),
    ],
    "tmux setup": [
      CommandExample("Print the line for the config of tmux.", "headway tmux setup"),
      CommandExample(
        "Add the line to the config that your tmux reads.", "headway tmux setup --write"),
    ],
    "tmux popup": [
      CommandExample("Open the monitor over the panes.", "headway tmux popup"),
      CommandExample(
        "Open it with the prefix and h.", "tmux bind-key h run-shell -b 'headway tmux popup'"),
    ],
    "tmux pane": [
      CommandExample("Open the small pane in this window.", "headway tmux pane"),
      CommandExample(
        "Open it with the prefix and H.", "tmux bind-key H run-shell -b 'headway tmux pane'"),
    ],
    "tmux push": [
      CommandExample(
        "Let this tmux show the option that the command keeps up to date.",
        "tmux set-option -ag status-right ' #{@headway_status}'"),
      CommandExample(
        "Keep the option up to date, without a process for each client.",
        "tmux run-shell -b 'headway tmux push'"),
    ],
    "completions": [
      CommandExample("Install the completion for bash.", "headway completions bash --install"),
      CommandExample(
        "Write the completion for zsh to another folder of fpath.",
        "headway completions zsh >~/.zfunc/_headway"),
    ],
    "man": [
      CommandExample("Install all pages.", "headway man --install"),
      CommandExample("Read a page without installing it.", "headway man submit | man -l -"),
      CommandExample(
        "Read the page of a subcommand without installing it.",
        "headway man hub install | man -l -"),
    ],
  ]
}
