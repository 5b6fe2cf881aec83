import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import * as commandIds from "../../src/host/command-ids.ts";
import { readManifestSettings } from "../support/manifest-settings.ts";

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
      assert.match(
        text,
        new RegExp(`(registerCommand\\(\\s*log,|onItem\\(|onView\\()\\s*commandIds\\.${name}\\b`),
        name,
      );
    }
  });

  it("names only commands in menus and keys that exist", () => {
    const known = new Set<string>(Object.values(commandIds));
    const used = [...Object.values(manifest.contributes.menus).flat(), ...manifest.contributes.keybindings];
    for (const { command } of used as { command: string }[]) {
      assert.ok(known.has(command), command);
    }
  });

  it("has every context of its conditions set somewhere", () => {
    const own = /(?<!== ?)\bworkforce\.([a-z]\w*(\.\w+)+)(?=\s|$|\))/gi;
    const conditions = [...JSON.stringify(manifest.contributes).matchAll(/"(?:when|enablement)":"((?:[^"\\]|\\.)*)"/g)];
    const contexts = new Set(
      conditions.flatMap(([, condition = ""]) => [...condition.matchAll(own)].map(([, name = ""]) => name)),
    );
    assert.ok(contexts.size > 5);
    const sources = sourcesBelow("src").filter((file) => !file.endsWith("contributions.ts"));
    const text = sources.map((file) => readFileSync(file, "utf8")).join("\n");
    const isSet = (name: string) => {
      const [feature = "", context = ""] = name.split(".");
      const isListed = text.includes(`\`workforce.${feature}.$\{`) && text.includes(`    ${context}: `);
      return isListed || text.includes(`"workforce.${name}"`) || text.includes(`"${name}"`);
    };
    const unset = [...contexts].filter((name) => !isSet(name));
    assert.deepEqual(unset, []);
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
      "onWebviewPanel:workforce.connectionPanel",
      // Job files and definitions are JSON, a language of the editor's own.
      "workspaceContains:**/*.sqljob.json",
      "workspaceContains:**/*.tablesource.json",
      // Definitions at a service are documents of a file system of ours.
      "onFileSystem:workforce-tablesource",
      "onFileSystem:workforce-connectors",
    ]);
  });

  it("gives every setting a description and a default", () => {
    for (const [name, setting] of Object.entries(readManifestSettings())) {
      assert.ok(setting["markdownDescription"], name);
      assert.ok("default" in setting, name);
      assert.ok(setting["scope"], name);
    }
  });

  it("lists the settings in five groups with titles", () => {
    const { configuration } = manifest.contributes;
    assert.deepEqual(
      configuration.map(({ title }: { title: string }) => strings[title.slice(1, -1)]),
      ["Queries and Notebooks", "Results", "Editor and Model", "SQL Jobs and Transactions", "Local Service"],
    );
    assert.deepEqual(
      configuration.map(({ order }: { order: number }) => order),
      [1, 2, 3, 4, 5],
    );
  });

  it("offers nothing that deletes or overwrites in the palette of an empty window", () => {
    const conditions = new Map<string, string>(
      manifest.contributes.menus.commandPalette.map(({ command, when }: Record<string, string>) => [command, when]),
    );
    const destructive = /remove|delete|reset|regenerate|clear|forget|rollBack|commit|cancel/i;
    const names = manifest.contributes.commands.map(({ command }: { command: string }) => command);
    const found = names.filter((name: string) => destructive.test(name.split(".").at(-1) ?? ""));
    assert.ok(found.length > 10);
    for (const name of found) {
      // Every condition is on something that an empty window does not have.
      assert.match(conditions.get(name) ?? "always", /^(?:false|workforce\.[\w.]+|activeViewlet == [\w.]+)$/, name);
    }
  });

  it("writes the steps of the walkthrough without emphasis, which VS Code would show as asterisks", () => {
    const steps = Object.entries(strings).filter(([key]) => key.startsWith("walkthrough."));
    assert.ok(steps.length > 10);
    for (const [key, text] of steps) {
      assert.doesNotMatch(text, /[*_]\w[^*]*[*_]/, key);
    }
  });

  it("keeps settings of addresses and files out of the reach of a workspace", () => {
    const properties = readManifestSettings();
    for (const name of ["workforce.localService.dataFolder", "workforce.localService.profile"]) {
      assert.equal(properties[name]?.["scope"], "machine");
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
