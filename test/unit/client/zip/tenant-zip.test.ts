import assert from "node:assert/strict";
import { readZip, ZipError } from "../../../../src/zip/read-zip.ts";
import { checkTenantZip, createTenantZip } from "../../../../src/client/zip/tenant-zip.ts";
import { countedSource, endless, fileOf, pieces } from "../byte-sources.ts";
import { bytesOf, rejectionOf } from "../client-fixture.ts";
import { plainZip, rawZip } from "../zip-bytes.ts";

suite("ZIP files of administrating tenants", () => {
  test("have one folder for each tenant with its CSV files", async () => {
    const zip = createTenantZip("batch.zip", [
      { tenant: "WFF_acme~north", file: fileOf("employee.csv", "ID\n1\n") },
      { tenant: "WFF_acme~north", file: { filename: "exit.csv", open: () => pieces("ID\n", "2\n") } },
      { tenant: "WFF_other", file: fileOf("employee.csv", "ID\n3\n") },
    ]);
    assert.deepEqual([zip.filename, zip.contentType, zip.size], ["batch.zip", "application/zip", undefined]);
    const bytes = await bytesOf(zip.open());
    const content: [string, string][] = [];
    for await (const { name, open } of readZip(bytes)) {
      content.push([name, (await bytesOf(open())).toString()]);
    }
    assert.deepEqual(content, [
      ["WFF_acme~north/employee.csv", "ID\n1\n"],
      ["WFF_acme~north/exit.csv", "ID\n2\n"],
      ["WFF_other/employee.csv", "ID\n3\n"],
    ]);
    assert.deepEqual(await checkTenantZip(bytes), {
      tenants: new Map([
        ["WFF_acme~north", ["employee.csv", "exit.csv"]],
        ["WFF_other", ["employee.csv"]],
      ]),
      problems: [],
    });
  });

  test("can be opened again and give the same bytes", async () => {
    const zip = createTenantZip("a.zip", [{ tenant: "WFF_a", file: fileOf("a.csv", "ID\n") }]);
    assert.deepEqual(await bytesOf(zip.open()), await bytesOf(zip.open()));
  });

  test("are packed while they are read, and a reader who leaves closes the file", async () => {
    const source = countedSource(() => endless(Buffer.alloc(64 * 1024, "ID,1\n")));
    const zip = createTenantZip("a.zip", [{ tenant: "WFF_a", file: { filename: "a.csv", open: source.open } }]);
    let read = 0;
    for await (const piece of zip.open()) {
      read += piece.length;
      if (read > 10_000) {
        break;
      }
    }
    await source.hasEnded;
    assert.equal(source.opened, 1);
  });

  test("end with the failure of a file that cannot be read", async () => {
    const cause = new Error("gone");
    const open = async function* () {
      yield Buffer.from("ID\n");
      throw cause;
    };
    const zip = createTenantZip("a.zip", [
      { tenant: "WFF_a", file: { filename: "a.csv", open } },
      { tenant: "WFF_b", file: fileOf("b.csv", "ID\n") },
    ]);
    assert.equal(await rejectionOf(bytesOf(zip.open())), cause);
  });

  test("end when a file is not as long as was said", async () => {
    const file = { filename: "a.csv", size: 10, open: () => pieces("ID\n") };
    assert.ok(
      (await rejectionOf(bytesOf(createTenantZip("a.zip", [{ tenant: "WFF_a", file }]).open()))) instanceof Error,
    );
  });

  test("are not made with names that the layout does not allow", () => {
    const problemOf = (...files: [tenant: string, filename: string][]) => {
      try {
        createTenantZip(
          "a.zip",
          files.map(([tenant, filename]) => ({ tenant, file: fileOf(filename, "") })),
        );
      } catch (error) {
        assert.ok(error instanceof ZipError);
        return error.problem;
      }
      return "none";
    };
    assert.equal(problemOf(), "it contains no CSV file");
    assert.match(problemOf(["acme", "a.csv"]), /"acme\/a\.csv" must be in a folder named by its tenant's code/);
    assert.match(problemOf(["WFF_a~b~c", "a.csv"]), /tenant's code/);
    assert.match(problemOf(["WFF_a", "a.xlsx"]), /must be a CSV file/);
    assert.match(problemOf(["WFF_a", "b/a.csv"]), /directly in its tenant's folder/);
    assert.match(problemOf(["WFF_a", "../a.csv"]), /must not leave its folder/);
    assert.match(problemOf(["WFF_a", "a.csv"], ["WFF_a", "A.csv"]), /twice/);
    assert.equal(problemOf(["WFF_a", "a.CSV"]), "none");
  });

  test("are checked as they come: every problem of the layout, and what must not be read", async () => {
    const wrong = await plainZip({ "readme.txt": "x", "WFF_a/a.csv": "ID\n", "WFF_a/sub/b.csv": "", "acme/c.csv": "" });
    const { tenants, problems } = await checkTenantZip(wrong);
    assert.deepEqual([...tenants], [["WFF_a", ["a.csv"]]]);
    assert.deepEqual(
      problems.map((problem) => problem.match(/^"([^"]+)"/)?.[1]),
      ["readme.txt", "WFF_a/sub/b.csv", "acme/c.csv"],
    );
    const unsafe = await checkTenantZip(rawZip([{ name: "WFF_a/../../a.csv" }]));
    assert.match(unsafe.problems.join(), /must not leave its folder/);
    assert.deepEqual((await checkTenantZip(Buffer.from("no ZIP file"))).problems, ["it cannot be read as a ZIP file"]);
    assert.deepEqual((await checkTenantZip(await plainZip({ "WFF_a/": "" }))).problems, ["it contains no CSV file"]);
  });

  test("hold no more tenants than a batch may", async () => {
    const files = Array.from({ length: 5001 }, (_, index) => ({ tenant: `WFF_${index}`, file: fileOf("a.csv", "") }));
    assert.throws(() => createTenantZip("a.zip", files), /more than the limit of 5,000 tenants/);
    createTenantZip("a.zip", files.slice(1));
  });
});
