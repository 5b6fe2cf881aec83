import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { findStaleFiles } from "../../scripts/generate.mjs";
import { withContributions } from "../../scripts/manifest.mjs";
import * as commandIds from "../../src/host/command-ids.ts";
import type { Contributions } from "../../src/host/contributions.ts";
import { notInPalette } from "../../src/host/contributions.ts";

const manifest = {
  name: "workforce",
  capabilities: { untrustedWorkspaces: { supported: "limited" }, virtualWorkspaces: true },
  contributes: { commands: [{ command: "gone" }] },
};

function contributesOf(...features: Contributions[]) {
  return withContributions(manifest, features).contributes;
}

describe("the check of generated files", () => {
  it("names the files that were changed by hand", async () => {
    const stale = await findStaleFiles(async (file) => {
      const text = await readFile(file, "utf8");
      return file === "package.json" ? text.replace('"ctrl+enter"', '"ctrl+alt+enter"') : text;
    });
    assert.deepEqual(stale, ["package.json"]);
  });

  it("does not mind the line ends of Windows", async () => {
    const stale = await findStaleFiles(async (file) => (await readFile(file, "utf8")).replaceAll("\n", "\r\n"));
    assert.deepEqual(stale, []);
  });
});

describe("the manifest made from tables", () => {
  it("names titles, categories and icons of commands, and leaves what is no table as it was", () => {
    const { contributes, name } = withContributions(manifest, [
      { commands: { [commandIds.runQuery]: { icon: "play" }, [commandIds.loadMore]: {} } },
    ]);
    assert.equal(name, "workforce");
    assert.deepEqual(contributes.commands, [
      {
        command: "workforce.queries.run",
        title: "%command.workforce.queries.run%",
        category: "%category%",
        icon: "$(play)",
      },
      {
        command: "workforce.explorer.loadMore",
        title: "%command.workforce.explorer.loadMore%",
        category: "%category%",
      },
    ]);
  });

  it("shows a command in the palette by its own condition, else while it is enabled, else always", () => {
    const { menus } = contributesOf({
      commands: {
        [commandIds.runQuery]: {},
        [commandIds.cancelQuery]: { enablement: "isRunning" },
        [commandIds.loadMore]: { enablement: "isLoading", palette: notInPalette },
      },
    });
    assert.deepEqual(menus, {
      commandPalette: [
        { command: "workforce.queries.cancel", when: "isRunning" },
        { command: "workforce.explorer.loadMore", when: "false" },
      ],
    });
  });

  it("gathers menus of all features, and has Cmd for Ctrl on macOS", () => {
    const menu = "editor/title";
    const { menus, keybindings } = contributesOf(
      { commands: { [commandIds.runQuery]: { menus: [{ menu, when: "a", group: "navigation@1" }] } } },
      {
        commands: {
          [commandIds.runTableSql]: {
            menus: [{ menu, when: "b", group: "navigation@2" }],
            keys: [{ key: "ctrl+shift+enter", when: "c" }],
          },
        },
      },
    );
    assert.deepEqual((menus as Record<string, unknown>)[menu], [
      { command: "workforce.queries.run", when: "a", group: "navigation@1" },
      { command: "workforce.tableSql.run", when: "b", group: "navigation@2" },
    ]);
    assert.deepEqual(keybindings, [
      { command: "workforce.tableSql.run", key: "ctrl+shift+enter", mac: "cmd+shift+enter", when: "c" },
    ]);
  });

  it("describes settings and their values, and restricts those that an untrusted workspace cannot set", () => {
    const { contributes, capabilities } = withContributions(manifest, [
      {
        settings: {
          "queries.mode": {
            type: "string",
            default: "on",
            scope: "window",
            enum: ["on", "off"],
            describesValues: true,
          },
          "queries.file": { type: "string", default: "", scope: "machine", isRestricted: true },
        },
      },
    ]);
    assert.deepEqual(contributes.configuration, [
      {
        title: "%settings.queries%",
        order: 1,
        properties: {
          "workforce.queries.mode": {
            type: "string",
            default: "on",
            scope: "window",
            enum: ["on", "off"],
            markdownDescription: "%setting.queries.mode%",
            enumDescriptions: ["%setting.queries.mode.on%", "%setting.queries.mode.off%"],
          },
          "workforce.queries.file": {
            type: "string",
            default: "",
            scope: "machine",
            markdownDescription: "%setting.queries.file%",
          },
        },
      },
    ]);
    assert.deepEqual(capabilities, {
      untrustedWorkspaces: { supported: "limited", restrictedConfigurations: ["workforce.queries.file"] },
      virtualWorkspaces: true,
    });
  });

  it("joins lists and objects of one contribution point, and refuses two values for one", () => {
    const joined = contributesOf(
      { points: { views: { side: [{ id: "one" }] }, grammars: [1] } },
      { points: { views: { side: [{ id: "two" }], panel: [] }, grammars: [2] } },
    );
    assert.deepEqual((joined as Record<string, unknown>).views, { side: [{ id: "one" }, { id: "two" }], panel: [] });
    assert.deepEqual((joined as Record<string, unknown>).grammars, [1, 2]);
    assert.throws(
      () => contributesOf({ points: { submenus: { title: "a" } } }, { points: { submenus: { title: "b" } } }),
      /Two features contribute "title"/,
    );
  });
});
