import { readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type Mocha from "mocha";
import { speakBoth } from "../run/vocabulary.mjs";

interface Failure {
  readonly title: string;
  readonly message: string;
  readonly stack: string;
}

/** Runs every suite in this extension host and writes the result where WORKFORCE_TEST_RESULT says. */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const failures: Failure[] = [];
  let passed = 0;
  let pending = 0;
  try {
    const mocha = await createMocha();
    await new Promise<void>((resolve) => {
      const runner = mocha.run(() => resolve());
      runner.on("pass", () => passed++);
      runner.on("pending", () => pending++);
      runner.on("fail", (test, error) => failures.push(failureOf(test.fullTitle(), error)));
    });
  } catch (error) {
    failures.push(failureOf("The suites can be loaded", error));
  }
  writeResult({ passed, failed: failures.length, pending, failures });
  if (failures.length > 0) {
    throw new Error(failures.map(({ title, message }) => `${title}: ${message}`).join("\n"));
  }
}

async function createMocha(): Promise<Mocha> {
  const { default: MochaRunner } = await import("mocha");
  const mocha = new MochaRunner({ timeout: 120_000, grep: process.env.WORKFORCE_TEST_GREP ?? "" });
  speakBoth(mocha);
  const suites = join(__dirname, "suites");
  for (const name of readdirSync(suites, { recursive: true, encoding: "utf8" }).sort()) {
    if (name.endsWith(".test.js")) {
      mocha.addFile(join(suites, name));
    }
  }
  await mocha.loadFilesAsync();
  return mocha;
}

function failureOf(title: string, error: unknown): Failure {
  return error instanceof Error
    ? { title, message: error.message, stack: error.stack ?? "" }
    : { title, message: String(error), stack: "" };
}

function writeResult(result: object): void {
  const path = process.env.WORKFORCE_TEST_RESULT;
  if (path) {
    // The launcher reads the file as soon as it is there, so it must appear complete.
    writeFileSync(`${path}.partial`, JSON.stringify(result));
    renameSync(`${path}.partial`, path);
  }
}
