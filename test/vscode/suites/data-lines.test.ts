import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type DataEntry, dataBranchId, dataVersionsOf } from "../../../src/features/data/data-entry.ts";
import { dataTreeItem } from "../../../src/features/data/data-tree-item.ts";

const nowMs = Date.parse("2026-01-01T00:00:00Z");

function lineOf(entry: DataEntry, ...missing: string[]): vscode.TreeItem {
  const target = { connectionId: "c", tenant: "WFF_a" };
  return dataTreeItem({ kind: "branch", branch: dataBranchId, key: "k", target, entry }, new Set(missing), nowMs);
}

function tooltipOf({ tooltip }: vscode.TreeItem): string {
  assert.ok(tooltip instanceof vscode.MarkdownString);
  return tooltip.value;
}

describe("the lines of a tenant's data", () => {
  it("offer what the service can do to an upload, by what it is now", () => {
    const upload = { uploadTime: "2026-01-01T00:00:00Z" };
    const included: DataEntry = { kind: "upload", name: "u", upload, files: undefined };
    const excluded: DataEntry = { ...included, upload: { ...upload, included: false } };
    assert.equal(lineOf(included).contextValue, "dataUpload exclude process");
    assert.equal(lineOf(excluded).contextValue, "dataUpload include process");
    assert.equal(lineOf(included, "excludeDataUploads", "runProcessingJob").contextValue, "dataUpload");
    assert.match(lineOf(excluded).accessibilityInformation?.label ?? "", /, excluded$/);
  });

  it("tell what is in an upload, and that a load was refused, which cannot be included", () => {
    const upload = { uploadTime: "2026-01-01T00:00:00Z" };
    const lineWith = (files: readonly object[], included = true) =>
      lineOf({ kind: "upload", name: "u", upload: { ...upload, included }, files });
    const one = { fileName: "employee.csv", rows: 1, kind: "data" };
    assert.equal(lineWith([one]).label, "employee.csv");
    assert.match(String(lineWith([one]).description), /^included · 1 row · .*2026/);
    const two = lineWith([one, { ...one, rows: 1_233 }]);
    assert.equal(two.label, "2 files");
    assert.match(String(two.description), /^included · 1,234 rows · /);
    assert.equal(lineWith([one]).collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    const refused = lineWith([{ fileName: "problems.csv", rows: 3, kind: "problems" }], false);
    assert.deepEqual([refused.label, refused.contextValue], ["Refused load", "dataUpload"]);
  });

  it("offer the original of a file, and to open a list of problems", () => {
    const data = lineOf({
      kind: "file",
      name: "f",
      file: { fileName: "a.csv", objectName: "Employee", rows: 2, kind: "data" },
    });
    assert.deepEqual([data.description, data.contextValue], ["Employee · 2 rows", "dataFile download"]);
    const file = { fileName: "problems.csv", rows: 1_000, kind: "problems" };
    const problems = lineOf({ kind: "file", name: "f", file });
    assert.deepEqual([problems.description, problems.contextValue], ["1,000 problems", "dataFile problems download"]);
    assert.equal(lineOf({ kind: "file", name: "f", file }, "downloadSourceFile").contextValue, "dataFile");
  });

  it("tell the sizes of the objects of a version", () => {
    const objects = [
      { objectName: "Employee", members: 1_200, records: 3_400 },
      { objectName: "Exit", members: 7, records: 7 },
      { objectName: "Broken" },
    ];
    const [version] = dataVersionsOf([{ dataVersion: "14", objects } as object], { id: "Workforce" });
    assert.ok(version);
    const tooltip = tooltipOf(lineOf({ kind: "version", name: "14", version }));
    assert.match(tooltip, /Employee: 1\\,200 in 3\\,400 rows {2}\nExit: 7 rows/);
    assert.doesNotMatch(tooltip, /Broken/);
  });

  it("offer to publish a draft, and say that a project alone sees it", () => {
    const listed = [
      { dataVersion: "14", dataVersionDate: "2026-01-01T00:00:00Z", isPublished: false },
      { dataVersion: "13", dataVersionDate: "2025-01-01T00:00:00Z", isPublished: true },
    ];
    const [draft, published] = dataVersionsOf(listed, { id: "Workforce" }).map((version) =>
      lineOf({ kind: "version", name: version.number, version }),
    );
    assert.ok(draft && published);
    assert.equal(draft.contextValue, "dataVersion publish disable compare");
    assert.match(String(draft.description), /^draft · /);
    assert.match(tooltipOf(draft), /Only queries in a project see it/);
    assert.equal(published.contextValue, "dataVersion disable");
  });

  it("warn of a key that expires, without links from the service", () => {
    const key = { keyID: "0123456789ABCDEF", expiryDate: "2026-02-01T00:00:00Z", recipient: "[a](command:x)" };
    const line = lineOf({ kind: "key", name: "k", key });
    assert.match(String(line.description), /expires in 31 days/);
    assert.equal((line.iconPath as vscode.ThemeIcon).id, "warning");
    assert.doesNotMatch(tooltipOf(line), /\]\(command/);
    assert.match(tooltipOf(line), /Generate another key/);
  });

  it("begin what would fill an empty group, for its tenant", () => {
    const line = lineOf({ kind: "empty", name: "empty", group: "keys" });
    assert.equal(line.command?.command, "workforce.data.generateKey");
    assert.equal(line.command?.arguments?.[0]?.target.tenant, "WFF_a");
  });
});
