import assert from "node:assert/strict";
import { defaultZipLimits } from "../../../../src/zip/read-zip.ts";
import { inspectTenantZip, problemsReport, zipReport } from "../../../../src/features/transfers/inspect-tenant-zip.ts";
import { rejectionOf } from "../../client/client-fixture.ts";
import { plainZip, rawZip } from "../../client/zip-bytes.ts";
import { noStop, unheard, withIntake } from "./intake-world.ts";

suite("the check of a tenant ZIP", () => {
  const inspect = async (zip: Buffer, limits = defaultZipLimits) => {
    let found: Awaited<ReturnType<typeof inspectTenantZip>> | undefined;
    await withIntake(async ({ file }) => {
      found = await inspectTenantZip(await file("batch.zip", zip), noStop(), unheard, limits);
    });
    assert.ok(found);
    return found;
  };

  test("lists the files of each tenant with their sizes", async () => {
    const zip = await plainZip({
      "WFF_acme/employee.csv": "ID\n1\n",
      "WFF_acme/exit.csv": "ID\n",
      "WFF_b/e.csv": "ID\n",
    });
    const report = zipReport("batch.zip", await inspect(zip), "en");
    assert.equal(
      report,
      [
        "batch.zip: 3 files in 2 folders, 11 bytes unpacked",
        "",
        "The layout is right.",
        "",
        "WFF_acme",
        "  employee.csv  5 bytes",
        "  exit.csv      3 bytes",
        "",
        "WFF_b",
        "  e.csv         3 bytes",
        "",
      ].join("\n"),
    );
  });

  test("names what is in a wrong place", async () => {
    const inspection = await inspect(await plainZip({ "employee.csv": "ID\n", "WFF_acme/a.txt": "x" }));
    const { problems } = inspection;
    assert.match(
      zipReport("batch.zip", inspection, "en"),
      /^batch\.zip: 2 files in 2 folders.*In no folder\n {2}employee\.csv/s,
    );
    assert.deepEqual(problems, [
      '"employee.csv" must be in a folder named by its tenant\'s code, such as WFF_acme',
      '"WFF_acme/a.txt" must be a CSV file directly in its tenant\'s folder',
    ]);
    assert.match(
      problemsReport("Not sent:", problems),
      /^Not sent:\n\n- "employee\.csv" must .*WFF_acme\.\n- "WFF_acme/,
    );
  });

  test("refuses a path that leaves its folder and a file that grows too much, and writes neither", async () => {
    const leaving = await inspect(rawZip([{ name: "../../WFF_acme/a.csv", content: "ID\n" }]));
    assert.match(leaving.problems.join(), /"\.\.\/\.\.\/WFF_acme\/a\.csv" must not leave its folder/);
    assert.equal(leaving.folders.size, 0);
    const bomb = await inspect(rawZip([{ name: "WFF_acme/a.csv", content: Buffer.alloc(8 * 1024 * 1024) }]));
    assert.match(bomb.problems.join(), /must not grow to more than 200 times/);
    const many = await inspect(await plainZip({ "WFF_a/a.csv": "1", "WFF_a/b.csv": "2" }), {
      ...defaultZipLimits,
      entries: 1,
    });
    assert.match(many.problems.join(), /more than 1 entries/);
  });

  test("finds a file whose bytes are damaged, and reads the others", async () => {
    const zip = rawZip([
      { name: "WFF_acme/a.csv", content: "ID\n1\n", method: 0 },
      { name: "WFF_acme/b.csv", content: "ID\n2\n", method: 0 },
    ]);
    zip.write("X", zip.indexOf("ID\n1"));
    const { problems, folders } = await inspect(zip);
    assert.deepEqual(problems, ['the entry "WFF_acme/a.csv" is damaged']);
    assert.equal(folders.get("WFF_acme")?.length, 2);
  });

  test("ends when it is cancelled", async () => {
    await withIntake(async ({ file }) => {
      const zip = await file("batch.zip", await plainZip({ "WFF_acme/a.csv": "ID\n" }));
      const controller = new AbortController();
      const stop = () => controller.abort();
      const reading = inspectTenantZip(zip, controller.signal, stop);
      stop();
      assert.equal(await rejectionOf(reading), controller.signal.reason);
    });
  });
});
