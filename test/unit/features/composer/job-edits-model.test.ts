import assert from "node:assert/strict";
import { parse } from "jsonc-parser";
import { textEditsOf } from "../../../../src/features/composer/job-edits-model.ts";
import type { JobEdit } from "../../../../src/protocol/composer-view.ts";

/** The text after an edit; nothing when it has no such place. */
function edited(text: string, edit: JobEdit): string | undefined {
  return textEditsOf(text, edit)
    ?.toSorted((one, other) => other.start - one.start)
    .reduce((now, { start, end, text: inserted }) => now.slice(0, start) + inserted + now.slice(end), text);
}

const job = `{
  // Every night
  "job": {
    "tenants": ["a",   "b"],
    "actions": [
      {"query": {"query": "SELECT 'caf\\u00e9'"}}, // reads
      {"upsert": {"source": "s", "target": "t", "keys": ["k"]}},
      {"commit": {}}
    ]
  }
}
`;

describe("an edit of a job file", () => {
  it("replaces a value and nothing else", () => {
    const path = ["job", "actions", 1, "upsert", "source"];
    assert.equal(edited(job, { kind: "set", path, value: "other" }), job.replace('"s"', '"other"'));
  });

  it("writes only what differs of a text, so that its escapes stay", () => {
    const path = ["job", "actions", 0, "query", "query"];
    const after = edited(job, { kind: "set", path, value: "SELECT 'café', \"x\"" });
    assert.equal(after, job.replace("\\u00e9'", '\\u00e9\', \\"x\\"'));
  });

  it("keeps the line ends of a text that has carriage returns", () => {
    const text = '{"job": {"actions": [{"query": {"query": "SELECT 1\\r\\nFROM t"}}]}}';
    const path = ["job", "actions", 0, "query", "query"];
    const after = edited(text, { kind: "set", path, value: "SELECT 1\nFROM t\nWHERE a" });
    assert.equal(parse(after ?? "").job.actions[0].query.query, "SELECT 1\r\nFROM t\r\nWHERE a");
  });

  it("adds a field behind the others, in their layout", () => {
    const path = ["job", "actions", 0, "query", "timeoutSeconds"];
    const after = edited(job, { kind: "set", path, value: 30 });
    assert.equal(after, job.replace(`\\u00e9'"}`, `\\u00e9'", "timeoutSeconds": 30}`));
    const flag = edited(job, { kind: "set", path: ["job", "keepTransactionOpenOnError"], value: true });
    assert.match(flag ?? "", /\n {4}\],\n {4}"keepTransactionOpenOnError": true\n {2}\}/);
  });

  it("makes what is missing around a value", () => {
    const after = edited(job, { kind: "set", path: ["transaction", "expireAfterSeconds"], value: 60 });
    assert.match(after ?? "", /\n {2}\},\n {2}"transaction": \{"expireAfterSeconds": 60\}\n\}/);
    const list = edited(job, { kind: "insert", path: ["transaction", "tablesToModify", 0], value: "t" });
    assert.deepEqual(parse(list ?? "").transaction, { tablesToModify: ["t"] });
  });

  it("puts the first item of an empty list on a line of its own", () => {
    const text = '{\n  "job": {\n    "actions": []\n  }\n}';
    const after = edited(text, { kind: "insert", path: ["job", "actions", 0], value: { commit: {} } });
    assert.equal(after, '{\n  "job": {\n    "actions": [\n      {"commit": {}}\n    ]\n  }\n}');
  });

  it("keeps an empty object within a line on that line", () => {
    const text = '{\n  "job": {\n    "actions": [\n      {"setMetadata": {"metadata": {}}}\n    ]\n  }\n}';
    const path = ["job", "actions", 0, "setMetadata", "metadata", "state"];
    assert.equal(edited(text, { kind: "set", path, value: "" }), text.replace("{}", '{"state": ""}'));
  });

  it("inserts an item before another one, and behind the last", () => {
    const first = edited(job, { kind: "insert", path: ["job", "actions", 0], value: { rollback: {} } });
    assert.match(first ?? "", /\[\n {6}\{"rollback": \{\}\},\n {6}\{"query"/);
    const last = edited(job, { kind: "insert", path: ["job", "tenants", 2], value: "c" });
    assert.equal(last, job.replace('"b"', '"b", "c"'));
  });

  it("removes a field or an item with its comma", () => {
    const item = edited(job, { kind: "remove", path: ["job", "actions", 2] });
    assert.equal(item, job.replace(',\n      {"commit": {}}', ""));
    const field = edited(job, { kind: "remove", path: ["job", "tenants"] });
    assert.equal(field, job.replace('"tenants": ["a",   "b"],\n    ', ""));
  });

  it("moves an item and leaves what stands between the items", () => {
    const after = edited(job, { kind: "move", path: ["job", "actions"], from: 2, to: 0 });
    assert.deepEqual(
      parse(after ?? "").job.actions.map((action: object) => Object.keys(action)[0]),
      ["commit", "query", "upsert"],
    );
    assert.match(after ?? "", /\n {6}\{"commit": \{\}\}, \/\/ reads\n/);
    assert.match(after ?? "", /caf\\u00e9/);
  });

  it("copies an item as it is written", () => {
    const after = edited(job, { kind: "duplicate", path: ["job", "actions", 0] });
    assert.equal(after?.match(/caf\\u00e9/g)?.length, 2);
    const last = edited(job, { kind: "duplicate", path: ["job", "actions", 2] });
    assert.match(last ?? "", /\{"commit": \{\}\},\n {6}\{"commit": \{\}\}\n/);
  });

  it("renames a field", () => {
    const after = edited('{"uploads": {"a.csv": "x"}}', { kind: "rename", path: ["uploads", "a.csv"], name: "b.csv" });
    assert.equal(after, '{"uploads": {"b.csv": "x"}}');
  });

  it("does nothing at a place that is not there", () => {
    assert.equal(edited(job, { kind: "remove", path: ["job", "inputs", 3] }), undefined);
    assert.equal(edited(job, { kind: "move", path: ["job", "actions"], from: 0, to: 9 }), undefined);
    assert.equal(
      edited(job, { kind: "set", path: ["job", "actions", 0, "query", "query", "file"], value: "x" }),
      undefined,
    );
  });
});
