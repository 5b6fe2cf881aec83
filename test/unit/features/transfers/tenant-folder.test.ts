import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { readFolderOfTenants, tenantFolderProblems } from "../../../../src/features/transfers/tenant-folder.ts";
import { noStop } from "./intake-world.ts";

describe("a folder of tenants", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "tenants-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const write = async (name: string, text = "ID\n1\n") => {
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  };
  const problems = async (within = "") =>
    tenantFolderProblems(await readFolderOfTenants(path.join(folder, within), noStop()));

  it("is right with a folder of CSV files for each tenant, whatever systems leave there", async () => {
    await write("WFF_acme/employee.csv");
    await write("WFF_acme~north/Exit.CSV");
    await write("WFF_acme/.DS_Store");
    await write("Thumbs.db");
    assert.deepEqual(await problems(), []);
    const { files } = await readFolderOfTenants(folder, noStop());
    assert.deepEqual(
      files.map(({ path: relative, bytes }) => [relative, bytes]),
      [
        ["WFF_acme/employee.csv", 5],
        ["WFF_acme~north/Exit.CSV", 5],
      ],
    );
  });

  it("names every place that is wrong, with the way out", async () => {
    await write("employee.csv");
    await write("acme/employee.csv");
    await write("WFF_acme/deep/employee.csv");
    await write("WFF_acme/notes.txt");
    await write("WFF_acme/empty.csv", "");
    await mkdir(path.join(folder, "WFF_none"));
    await symlink(path.join(folder, "employee.csv"), path.join(folder, "WFF_acme", "link.csv"));
    assert.deepEqual(await problems(), [
      '"WFF_acme/deep/employee.csv" must be a CSV file directly in its tenant\'s folder',
      '"WFF_acme/notes.txt" must be a CSV file directly in its tenant\'s folder',
      '"acme/employee.csv" must be in a folder named by its tenant\'s code, such as WFF_acme',
      '"employee.csv" must be in a folder named by its tenant\'s code, such as WFF_acme',
      '"WFF_none" is empty; put the tenant\'s CSV files into it, or remove it',
      '"WFF_acme/empty.csv" is empty; write its header row, or remove it',
      '"WFF_acme/link.csv" is a link or a device; replace it with the file itself',
    ]);
  });

  it("is told from the folder of one tenant", async () => {
    await write("WFF_acme/employee.csv");
    assert.match(
      (await problems("WFF_acme"))[0] ?? "",
      /"WFF_acme" is the folder of one tenant; choose its parent folder/,
    );
  });

  it("says that there is nothing in it", async () => {
    assert.deepEqual(await problems(), ["it contains no CSV file"]);
  });
});
