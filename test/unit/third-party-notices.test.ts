import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import {
  collectNotices,
  formatNotices,
  formatPackageList,
  packageFoldersOf,
  shippedPackages,
} from "../../scripts/third-party-notices.mjs";
import { builtFiles } from "../run/repository.mjs";

/** Names of the packages whose files stand in bundles. */
function namesOf(inputs: readonly string[]): string[] {
  const names = inputs.map((input) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]);
  return [...new Set(names.flatMap((name) => name ?? []))].sort();
}

suite("the notices of third parties", function () {
  this.timeout(120_000);
  let inputs: readonly string[];
  suiteSetup(async () => {
    inputs = JSON.parse(await readFile(builtFiles, "utf8"));
  });

  test("have an entry with a text for every package that ships", async () => {
    const notices = await collectNotices(inputs);
    const bundled = namesOf(inputs);
    assert.ok(bundled.length > 50, `${bundled.length} packages are bundled`);
    const listed = new Set(notices.map(({ name }) => name));
    assert.deepEqual(
      [...bundled, ...shippedPackages].filter((name) => !listed.has(name)),
      [],
    );
    const text = formatNotices(notices);
    for (const { name, version, text: licence } of notices) {
      assert.ok(text.includes(`\n${name} ${version} (`), name);
      assert.ok(licence.length > 200, `${name} has a whole text`);
    }
  });

  test("have the licence of the icons' font", async () => {
    const icons = (await collectNotices(inputs)).find(({ name }) => name === "@vscode/codicons");
    assert.match(icons?.text ?? "", /Creative Commons|Attribution 4\.0/);
  });

  test("have the GPL beside the LGPL, which is made of it", async () => {
    const openpgp = (await collectNotices(inputs)).find(({ name }) => name === "openpgp");
    assert.match(
      openpgp?.text ?? "",
      /GNU LESSER GENERAL PUBLIC LICENSE[\s\S]*\n\s*GNU GENERAL PUBLIC LICENSE\s+Version 3/,
    );
  });

  test("are refused when a package brings no text and none is listed", async () => {
    await assert.rejects(collectNotices(inputs, {}), /ship without a licence text: .*abstract-logging 2\.0\.1 \(MIT\)/);
  });

  test("find the package of a file wherever it is installed", () => {
    const folders = packageFoldersOf([
      "src/extension.ts",
      "node_modules/a/lib/b.js",
      "node_modules/a/node_modules/@s/c/index.js",
    ]);
    assert.deepEqual(
      folders.filter((folder) => !shippedPackages.some((name) => folder === `node_modules/${name}`)),
      ["node_modules/a", "node_modules/a/node_modules/@s/c"],
    );
  });

  test("are of the packages that the list in docs names", async () => {
    const committed = await readFile("docs/third-party-packages.md", "utf8");
    assert.equal(
      committed,
      formatPackageList(await collectNotices(inputs)),
      'run "npm run generate" and commit the list',
    );
  });

  test("ship in the package", async () => {
    assert.match(await readFile(".vscodeignore", "utf8"), /^!ThirdPartyNotices\.txt$/m);
  });
});
