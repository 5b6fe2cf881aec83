import assert from "node:assert/strict";
import * as vscode from "vscode";
import { detailsOfChild, detailsOfJob, type JobItem } from "../../../src/features/jobs/job-item.ts";
import { tooltipOf, treeItemOf } from "../../../src/features/jobs/job-tree-item.ts";
import { type TreeSource, UpdatingTree } from "../../../src/host/updating-tree.ts";
import { childState, jobState } from "../../support/job-states.ts";

const started = Date.parse("2026-01-05T02:00:00Z");
const reference = { kind: "dispatching", jobId: "d" } as const;
const log = { connectionId: "c", reference, label: "Nightly load" };

const state = jobState("succeeded", {
  status: "Succeeded",
  jobType: "DISPATCHING",
  tenant: "WFF_a",
  times: { started: "2026-01-05T02:00:00Z" },
  counts: { dispatched: 2 },
});
const watched: JobItem = {
  kind: "watched",
  key: "w",
  reference,
  label: "Nightly load",
  problem: undefined,
  hasChildren: true,
  details: detailsOfJob("d", state, { submitted: started - 1000, ended: started + 125_000 }),
  log,
};
const child: JobItem = {
  kind: "child",
  key: "w 1",
  hasChildren: false,
  details: detailsOfChild(childState("1", "failed", { message: "No [link](https://x.example)" }), {}),
  log: { ...log, child: "1" },
};

function treeOf(source: TreeSource<JobItem>): UpdatingTree<JobItem> {
  return new UpdatingTree(
    async () => source,
    ({ key }) => key,
  );
}

function timeOf(atMs: number): string {
  return new Date(atMs).toLocaleString(vscode.env.language);
}

suite("The lines of the jobs", () => {
  test("say state, tenant, start and length, to ears as to eyes", () => {
    const line = treeItemOf(watched);
    assert.equal(line.label, "Nightly load");
    assert.equal(line.description, `Succeeded · WFF_a · started ${timeOf(started)} · 2 min 5 s`);
    assert.equal(
      line.accessibilityInformation?.label,
      `Nightly load, Succeeded, WFF_a, started ${timeOf(started)}, 2 min 5 s`,
    );
    assert.equal(line.collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    assert.equal(line.contextValue, "watchedJobEnded");
  });

  test("say why a job can no longer be watched", () => {
    const line = treeItemOf({ ...watched, problem: "The service answered status 404." });
    assert.equal(line.description, "The service answered status 404.");
    assert.equal(line.accessibilityInformation?.label, "Nightly load, The service answered status 404.");
  });

  test("have all that is known in a tooltip, and what only this window saw as such", () => {
    const text = tooltipOf(watched, "Nightly load", started)?.value.replaceAll("&nbsp;", " ") ?? "";
    assert.match(text, /^\*\*Nightly load\*\*/);
    assert.match(text, /State: Succeeded/);
    assert.match(text, /Submitted: .*, observed by this window/);
    assert.match(text, /Started: (?!.*observed by this window)/);
    assert.match(text, /Duration: 2 min 5 s/);
    assert.match(text, /Counts: 2 jobs dispatched/);
    assert.match(text, /Job ID: d/);
  });

  test("make no link of what the service says", () => {
    const text = tooltipOf(child, "Extraction", started)?.value ?? "";
    assert.match(text, /No \\\[link\\\]\\\(https\\:/);
  });

  test("are shown by a tree that makes tooltips when they are asked for", async () => {
    const tree = treeOf({
      children: async (item) => (item === undefined ? [watched] : [child]),
      treeItem: treeItemOf,
      tooltip: (item, label) => tooltipOf(item, label, started),
    });
    const [first] = await tree.getChildren();
    assert.ok(first);
    const line = await tree.getTreeItem(first);
    assert.deepEqual([line.id, line.tooltip], ["w", undefined]);
    const resolved = await tree.resolveTreeItem(line, first);
    assert.ok(resolved.tooltip instanceof vscode.MarkdownString);
    assert.deepEqual(await tree.getChildren(first), [child]);
    tree.dispose();
  });

  test("are drawn again one by one, so that a menu of another line still knows its job", async () => {
    const other: JobItem = { ...watched, key: "x", hasChildren: false };
    const lines = { roots: [watched, other] as readonly JobItem[], children: [child] as readonly JobItem[] };
    const tree = treeOf({
      children: async (item) => (item === undefined ? lines.roots : lines.children),
      treeItem: treeItemOf,
      tooltip: () => undefined,
    });
    const [first, second] = await tree.getChildren();
    assert.ok(first && second);
    const [below] = await tree.getChildren(first);
    const drawn: (JobItem | undefined)[] = [];
    tree.onDidChangeTreeData((item) => drawn.push(item));
    /** What is drawn after a change, by the objects that VS Code knows. */
    const drawnAfter = async (change: Partial<typeof lines>) => {
      drawn.length = 0;
      Object.assign(lines, change);
      await tree.update();
      return [...drawn];
    };

    assert.deepEqual(await drawnAfter({ roots: [{ ...watched }, { ...other }] }), []);
    const renamed: JobItem = { ...other, label: "Weekly load" };
    const [onlyDrawn, ...more] = await drawnAfter({ roots: [watched, renamed] });
    assert.ok(onlyDrawn === second && more.length === 0);
    assert.equal((await tree.getTreeItem(second)).label, "Weekly load");
    assert.equal(tree.current(second), renamed);

    const ended: JobItem = { ...child, details: { ...child.details, phase: "succeeded" } };
    assert.ok((await drawnAfter({ children: [ended] }))[0] === below);
    assert.ok((await drawnAfter({ children: [ended, { ...child, key: "w 2" }] }))[0] === first);
    assert.deepEqual(await drawnAfter({ roots: [{ ...watched, key: "new" }, watched, renamed] }), [undefined]);
    tree.dispose();
  });

  test("are compared by how they look where the items only name what is shown", async () => {
    const labels = new Map([
      ["w", "Nightly load"],
      ["x", "Weekly load"],
    ]);
    const tree = treeOf({
      children: (item) => (item === undefined ? [...labels.keys()].map((key) => ({ ...watched, key })) : []),
      treeItem: treeItemOf,
      tooltip: () => undefined,
      appearance: ({ key }) => labels.get(key),
    });
    const [, second] = await tree.getChildren();
    const drawn: (JobItem | undefined)[] = [];
    tree.onDidChangeTreeData((item) => drawn.push(item));
    await tree.update();
    labels.set("x", "Monthly load");
    await tree.update();
    await tree.update();
    assert.deepEqual(drawn, [second]);
    tree.dispose();
  });
});
