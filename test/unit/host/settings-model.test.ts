import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type SettingSource, settingsOf, sparkSettingsOf } from "../../../src/host/settings-model.ts";
import { readManifestSettings } from "../../support/manifest-settings.ts";

const defaults = new Map(
  Object.entries(readManifestSettings()).map(([name, setting]) => [name.replace("workforce.", ""), setting["default"]]),
);

/** Settings of which some were written by hand. */
function sourceOf(written: Readonly<Record<string, unknown>>, asked = new Set<string>()): SettingSource {
  return {
    get: (name) => {
      asked.add(name);
      return Object.hasOwn(written, name) ? written[name] : defaults.get(name);
    },
    inspect: (name) => ({ defaultValue: defaults.get(name) }),
  };
}

describe("the settings", () => {
  it("are read in one place, all that the manifest has and no other", () => {
    const asked = new Set<string>();
    settingsOf(sourceOf({}, asked));
    sparkSettingsOf(sourceOf({}, asked));
    assert.deepEqual([...asked].toSorted(), [...defaults.keys()].toSorted());
    const others = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith("settings.ts"))
      .filter((file) => /getConfiguration\(["'`]workforce/.test(readFileSync(join("src", file), "utf8")));
    assert.deepEqual(others, []);
  });

  it("have the manifest's default where somebody wrote a value of another type or an unknown word", () => {
    const wrong = Object.fromEntries(
      [...defaults].map(([name, value]) => [name, typeof value === "string" ? 7 : "yes"]),
    );
    assert.deepEqual(settingsOf(sourceOf(wrong)), settingsOf(sourceOf({})));
    assert.deepEqual(sparkSettingsOf(sourceOf(wrong)), sparkSettingsOf(sourceOf({})));
    const unknownWords = { "transactions.extend": "yes", "results.density": "wide", "results.location": "" };
    assert.deepEqual(settingsOf(sourceOf(unknownWords)), settingsOf(sourceOf({})));
  });

  it("extend a transaction as is written, and else with care", () => {
    const read = ["never", "always", "yes", undefined].map(
      (value) => settingsOf(sourceOf({ "transactions.extend": value })).extendsTransactions,
    );
    assert.deepEqual(read, ["never", "always", "exceptProduction", "exceptProduction"]);
  });

  it("hold to the bounds that a text editor does not", () => {
    const read = settingsOf(sourceOf({ "results.rowLimit": -2.5, "transactions.extendByMinutes": 1e9 }));
    assert.deepEqual([read.rowLimit, read.extendBySeconds], [0, 7 * 24 * 3600]);
    assert.equal(settingsOf(sourceOf({ "transactions.extendByMinutes": 0 })).extendBySeconds, 60);
  });
});
