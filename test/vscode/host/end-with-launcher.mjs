// Loaded into the server before its own code. The launcher holds the other end of standard input: when the launcher
// is gone, even by SIGKILL, the input ends, and the server's whole process group with it.
if (process.env.END_WITH_LAUNCHER) {
  // The extension host must not inherit this: its input is not ours.
  delete process.env.END_WITH_LAUNCHER;
  process.stdin.on("end", () => process.kill(-process.pid, "SIGKILL"));
  process.stdin.on("error", () => process.kill(-process.pid, "SIGKILL"));
  process.stdin.resume();
}
