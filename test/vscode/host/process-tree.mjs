import { spawnSync } from "node:child_process";

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

/** @type {Set<ChildProcess>} */
const running = new Set();
let isWatchingExit = false;

/**
 * Ends a child that was started detached, with everything it started.
 *
 * @param {ChildProcess} child
 */
export function endProcessTree(child) {
  if (child.pid === undefined) {
    return;
  }
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(child.pid), "/T", "/F"], { stdio: "ignore" });
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) {
      throw error;
    }
  }
}

/**
 * Ends the child's tree when this process ends, also by a signal. Returns how to forget the child again.
 *
 * @param {ChildProcess} child
 * @returns {() => void}
 */
endProcessTree.atExit = (child) => {
  running.add(child);
  if (!isWatchingExit) {
    isWatchingExit = true;
    process.on("exit", endAll);
    for (const [signal, code] of /** @type {[NodeJS.Signals, number][]} */ ([
      ["SIGINT", 130],
      ["SIGTERM", 143],
      ["SIGHUP", 129],
    ])) {
      process.on(signal, () => process.exit(code));
    }
  }
  return () => running.delete(child);
};

function endAll() {
  for (const child of running) {
    endProcessTree(child);
  }
}
