import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import type { TestService } from "./running-service.ts";

/** Whether scripts that call the service with curl can run. */
export function hasCurl(): boolean {
  return spawnSync("bash", ["-c", "curl --version"]).status === 0;
}

/** Whether files can be encrypted as people do. */
export function hasGnuPg(): boolean {
  return spawnSync("gpg", ["--version"]).status === 0;
}

/**
 * Runs a script of `test/contract/journeys` against a service until it has said that everything is as it should be.
 * `reaction` is done when the script has said a line, which it must.
 */
export async function runJourney(
  name: string,
  { service }: TestService,
  environment: Readonly<Record<string, string>> = {},
  reaction?: readonly [line: string, react: () => Promise<void>],
): Promise<void> {
  const { url, apiKey, username, password } = service.ready;
  const script = spawn("bash", [resolve("test/contract/journeys", name)], {
    env: {
      ...process.env,
      SERVICE_URL: url,
      API_KEY: apiKey,
      SERVICE_USER: username,
      SERVICE_PASSWORD: password,
      no_proxy: "*",
      ...environment,
    },
  });
  const [line, react] = reaction ?? [];
  let said = "";
  let hasSaidLine = false;
  for (const stream of [script.stdout, script.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (!hasSaidLine && line !== undefined && said.includes(`${line}\n`)) {
        hasSaidLine = true;
        react?.().catch((error: unknown) => script.emit("error", error));
      }
    });
  }
  const [code] = await once(script, "close");
  assert.equal(code, 0, said);
  assert.equal(hasSaidLine, line !== undefined);
  assert.match(said, /Everything is as it should be\n$/);
}
