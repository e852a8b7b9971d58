extension HelpTopic {
  /// The page `headway help languages`.
  static let languagesPage = #"""
    LANGUAGES: Japanese, and terminals of East Asia

      LANG=ja_JP.UTF-8 headway           the monitor in Japanese
      LANGUAGE=ja headway list           the same with LANG=C.UTF-8
      LC_ALL=C headway list              English

    WHICH LANGUAGE
      Headway speaks English and Japanese. LC_ALL, LC_MESSAGES and LANG name the
      locale: the first one that isn't empty counts. LANGUAGE names languages in
      the order of your choice (de:ja), and counts before the locale, except
      where the locale is C or POSIX. The locale needn't be installed, but its
      character set must be UTF-8. On the console of Linux, which has no
      Japanese font, Headway speaks English.
      Notifications are in the language of the hub. A hub that systemd starts has
      the environment of your user manager:
        systemctl --user import-environment LANG LANGUAGE

    WHAT STAYS ENGLISH
      What programs read: JSON, --format, metrics, the journal, log files, and
      the words of a filter (state:running). Help pages and manual pages, too.

    WIDTHS
      Some terminals draw · … ○ and Greek letters in two columns. The monitor asks
      the terminal, and uses other marks there. Where the terminal doesn't answer:
        [monitor]
        ambiguous = "wide"     # or "narrow"
      RUNEWIDTH_EASTASIAN=1 says the same as "wide", for other programs as well.

    INPUT METHODS
      The cursor stands where you type: in the filter, the search, and a line for
      a task. An input method draws its text there.

    TRANSLATING
      po/ja.po holds all sentences, for any editor of po files. demo/messages
      says how a sentence gets from there to the screen.
    """#
}
