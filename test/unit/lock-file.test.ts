import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { completePlatforms, findUnlocked } from "../../scripts/locked-platforms.mjs";

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const manifest = JSON.parse(readFileSync("package.json", "utf8"));

interface Semver {
  minVersion(range: string): { readonly version: string } | null;
  satisfies(version: string, range: string): boolean;
}
const semver: Semver = createRequire(path.resolve("package.json"))("semver");

/** Two bundlers for each platform, of which the registry had only one. */
const incomplete = {
  "": { version: "1.0.0" },
  "node_modules/@bundler/linux-x64": { version: "2.0.0", optional: true, cpu: ["x64"], os: ["linux"], libc: ["glibc"] },
  "node_modules/bundler": {
    version: "2.0.0",
    dev: true,
    license: "MIT",
    engines: { node: ">=18" },
    optionalDependencies: {
      "@bundler/linux-x64": "2.0.0",
      "@bundler/linux-arm64-musl": "2.0.0",
      "@bundler/win32-x64": "2.0.0",
    },
  },
};

describe("the lock file", () => {
  it("names no registry host", () => {
    assert.doesNotMatch(JSON.stringify(packages), /"resolved"|https?:\/\/[^"]*\.tgz/);
  });

  it("has an entry for the packages of every platform, without which npm 11 installs nothing", () => {
    assert.deepEqual(findUnlocked(packages), []);
    const platforms = Object.entries<{ os?: string[] }>(packages).filter(([name]) => name.includes("node-bindings-"));
    assert.deepEqual([...new Set(platforms.flatMap(([, { os }]) => os ?? []))].toSorted(), [
      "darwin",
      "linux",
      "win32",
    ]);
  });

  it("is of the package.json beside it", () => {
    const { dependencies, devDependencies, engines } = packages[""];
    assert.deepEqual(
      { dependencies, devDependencies, engines },
      {
        dependencies: manifest.dependencies,
        devDependencies: manifest.devDependencies,
        engines: manifest.engines,
      },
    );
  });

  it("has no package that asks for a later Node than package.json promises, or refuses a later line", () => {
    const lowest = semver.minVersion(manifest.engines.node)?.version ?? "";
    assert.match(lowest, /^20\./);
    const refusing = Object.entries<{ version: string; engines?: { node?: string } }>(packages).flatMap(
      ([name, { version, engines }]) =>
        [lowest, "22.13.0", "24.0.0"]
          .filter((node) => !semver.satisfies(node, engines?.node ?? "*"))
          .map((node) => `${name} ${version} wants Node ${engines?.node}, not ${node}`),
    );
    assert.deepEqual(refusing, []);
  });
});

describe("the completion of a lock file", () => {
  it("adds the packages that a registry did not have, by what their names say", () => {
    assert.deepEqual(findUnlocked(incomplete), [
      "node_modules/bundler: @bundler/linux-arm64-musl",
      "node_modules/bundler: @bundler/win32-x64",
    ]);
    const complete = completePlatforms(incomplete);
    assert.deepEqual(findUnlocked(complete), []);
    const common = { version: "2.0.0", dev: true, license: "MIT", optional: true, engines: { node: ">=18" } };
    assert.deepEqual(complete["node_modules/@bundler/linux-arm64-musl"], {
      ...common,
      cpu: ["arm64"],
      os: ["linux"],
      libc: ["musl"],
    });
    assert.deepEqual(complete["node_modules/@bundler/win32-x64"], { ...common, cpu: ["x64"], os: ["win32"] });
  });

  it("keeps the entries that are there, in npm's order, and changes nothing the second time", () => {
    const complete = completePlatforms(incomplete);
    assert.deepEqual(Object.keys(complete), [
      "",
      "node_modules/@bundler/linux-arm64-musl",
      "node_modules/@bundler/linux-x64",
      "node_modules/@bundler/win32-x64",
      "node_modules/bundler",
    ]);
    assert.equal(complete["node_modules/@bundler/linux-x64"], incomplete["node_modules/@bundler/linux-x64"]);
    assert.equal(JSON.stringify(completePlatforms(complete)), JSON.stringify(complete));
  });

  it("refuses a package whose platform its name does not say", () => {
    const unclear = { "node_modules/a": { version: "1.0.0", optionalDependencies: { fsevents: "2.3.3" } } };
    assert.throws(() => completePlatforms(unclear), /lacks fsevents 2\.3\.3, .*Name the platform/);
  });
});
