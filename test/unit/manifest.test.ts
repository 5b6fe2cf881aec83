import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { commandIds } from "../../src/host/command-ids.ts";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const strings: Record<string, string> = JSON.parse(readFileSync("package.nls.json", "utf8"));

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => path.join(folder, name));
}

describe("the manifest", () => {
  it("contributes exactly the commands that the code knows", () => {
    const contributed: string[] = manifest.contributes.commands.map(({ command }: { command: string }) => command);
    assert.deepEqual(contributed.toSorted(), Object.values(commandIds).toSorted());
  });

  it("has every command registered somewhere", () => {
    const sources = sourcesBelow("src").filter((file) => !file.endsWith("command-ids.ts"));
    const text = sources.map((file) => readFileSync(file, "utf8")).join("\n");
    for (const name of Object.keys(commandIds)) {
      assert.match(text, new RegExp(`(registerCommand\\(\\s*log,|onItem\\()\\s*commandIds\\.${name}\\b`), name);
    }
  });

  it("names only commands in menus and keys that exist", () => {
    const known = new Set<string>(Object.values(commandIds));
    const used = [...Object.values(manifest.contributes.menus).flat(), ...manifest.contributes.keybindings];
    for (const { command } of used as { command: string }[]) {
      assert.ok(known.has(command), command);
    }
  });

  it("takes every text from package.nls.json, which has no other", () => {
    const used = new Set([...JSON.stringify(manifest).matchAll(/%([\w.]+)%/g)].map(([, key]) => key));
    assert.deepEqual([...used].toSorted(), Object.keys(strings).toSorted());
  });

  it("activates by views, commands and languages, a sign-in's callback, and tabs that a reload brings back", () => {
    assert.deepEqual(manifest.activationEvents, [
      "onUri",
      "onWebviewPanel:workforce.resultsPanel",
      "onWebviewPanel:workforce.operationPanel",
      "onWebviewPanel:workforce.transactionPanel",
      // Job files and definitions are JSON, a language of the editor's own.
      "workspaceContains:**/*.sqljob.json",
      "workspaceContains:**/*.tablesource.json",
      // Definitions at a service are documents of a file system of ours.
      "onFileSystem:workforce-tablesource",
    ]);
  });

  it("gives every setting a description and a default", () => {
    for (const [name, setting] of Object.entries<Record<string, unknown>>(
      manifest.contributes.configuration.properties,
    )) {
      assert.ok(setting.markdownDescription, name);
      assert.ok("default" in setting, name);
      assert.ok(setting.scope, name);
    }
  });

  it("keeps settings of addresses and files out of the reach of a workspace", () => {
    const { properties } = manifest.contributes.configuration;
    for (const name of ["workforce.localService.dataFolder", "workforce.localService.profile"]) {
      assert.equal(properties[name].scope, "machine");
    }
  });
});

describe("messages", () => {
  it("are never literals, so that they can be translated", () => {
    for (const file of sourcesBelow("src")) {
      assert.doesNotMatch(readFileSync(file, "utf8"), /\bshow(Error|Warning|Information)Message\(\s*["'`]/, file);
    }
  });
});
