// Counts a billion units on a std.Progress, which draws them on the terminal meanwhile.
const std = @import("std");

pub fn main() void {
    const count = 1_000_000_000;
    const progress = std.Progress.start(.{ .root_name = "Calls", .estimated_total_items = count });
    defer progress.end();
    for (0..count) |_| progress.completeOne();
}
