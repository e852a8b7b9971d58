import HeadwayModel
import Testing

@testable import HeadwayMonitor

@Suite("Command lines in messages about another machine") struct CommandHintTests {
  @Test(
    "a task gets the machine's name, a command without one the option; all else stays",
    arguments: [
      ("on hold (headway resume 7)", "on hold (headway resume build1:7)"),
      ("3 bytes; headway show --env 7", "3 bytes; headway show --env build1:7"),
      (
        "cancel it first: headway cancel 7; then 8",
        "cancel it first: headway cancel build1:7; then 8"
      ),
      ("headway restart --running 7-9", "headway restart --running build1:7-9"),
      ("to move it ahead: headway priority 7 5", "to move it ahead: headway priority build1:7 5"),
      ("x? (headway answer 7 continue|stop)", "x? (headway answer build1:7 continue|stop)"),
      ("see: headway list", "see: headway list --host build1"),
      ("see: headway logs --follow a.b", "see: headway logs --host build1 --follow a.b"),
      ("go on: headway resume --group ml", "go on: headway resume --host build1 --group ml"),
      ("headway resume 7 8; 9 more", "headway resume build1:7 build1:8; 9 more"),
      ("see: headway doctor", "see: headway doctor --host build1"),
      ("with: headway submit --key ab -- …", "with: headway submit --host build1 --key ab -- …"),
      ("see: headway help hosts", "see: headway help hosts"),
      ("correct it: headway hub reload", "correct it: headway hub reload"),
      ("try: ssh build1 headway list", "try: ssh build1 headway list"),
      ("headway", "headway"), ("", ""), ("a  b headway", "a  b headway"),
      ("headway was not found", "headway was not found"),
    ])
  func named(message: String, expected: String) throws {
    let host = try #require(HostName("build1"))
    #expect(CommandHint.naming(message, of: host) == expected)
  }
}
