import { spawn } from "node:child_process";

/**
 * Does something while so many processes compute without an end, as on a machine that is busy with other work. They end with it,
 * also when this process is stopped: each ends when its standard input does.
 *
 * @template Value
 * @param {number} count
 * @param {() => Promise<Value>} work
 * @returns {Promise<Value>}
 */
export async function besideLoops(count, work) {
  const loop = "for (;;);";
  const script = `new Worker(${JSON.stringify(loop)}, { eval: true }); process.stdin.on("close", () => process.exit()).resume();`;
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ["-e", `const { Worker } = require("node:worker_threads"); ${script}`], {
      stdio: ["pipe", "ignore", "inherit"],
    }),
  );
  try {
    return await work();
  } finally {
    for (const child of loops) {
      child.kill("SIGKILL");
    }
  }
}
