import assert from "node:assert/strict";
import { changesOf, formatSettings, settingsOf } from "../../../../src/features/data/connector-settings-model.ts";
import {
  extractionBody,
  firstDayOf,
  parseSince,
  readExtractionTask,
} from "../../../../src/features/data/extraction-plan-model.ts";

describe("the settings of data connectors as a document", () => {
  const settings = settingsOf({
    connectors: [
      { connectorId: "hris-files", connectorSettings: [{ settingKey: "path", value: "hr" }] },
      { connectorId: "lakehouse", connectorSettings: [] },
    ],
  });

  it("have an object for each connector, also for one without settings", () => {
    assert.equal(formatSettings(settings), '{\n  "hris-files": {\n    "path": "hr"\n  },\n  "lakehouse": {}\n}\n');
    assert.deepEqual(changesOf(formatSettings(settings), settings), []);
  });

  it("send what was changed, added and removed", () => {
    assert.deepEqual(changesOf('{"hris-files": {"tables": "Employee: a"}, "lakehouse": {"path": "x"}}', settings), [
      { connectorId: "hris-files", key: "tables", value: "Employee: a" },
      { connectorId: "hris-files", key: "path", value: "" },
      { connectorId: "lakehouse", key: "path", value: "x" },
    ]);
    assert.deepEqual(changesOf("{}", settings), [{ connectorId: "hris-files", key: "path", value: "" }]);
  });

  it("are refused where they are no settings", () => {
    assert.deepEqual(changesOf("{", settings), { kind: "noJson" });
    assert.deepEqual(changesOf("[]", settings), { kind: "noObject", connectorId: undefined });
    assert.deepEqual(changesOf('{"hris-files": []}', settings), { kind: "noObject", connectorId: "hris-files" });
    assert.deepEqual(changesOf('{"other": {}}', settings), { kind: "unknownConnector", connectorId: "other" });
    assert.deepEqual(changesOf('{"lakehouse": {"batchSize": 5}}', settings), {
      kind: "noText",
      connectorId: "lakehouse",
      key: "batchSize",
    });
  });
});

describe("the plan of an extraction", () => {
  it("becomes the request that the service takes", () => {
    const plan = { connectors: undefined, output: "receive" as const };
    assert.deepEqual(extractionBody({ ...plan, span: { kind: "last" } }), {});
    assert.deepEqual(extractionBody({ ...plan, span: { kind: "all" }, output: "tables" }), {
      overrideLastExtractionTimestamp: "0",
      outputTarget: "SQL",
    });
    assert.deepEqual(
      extractionBody({ connectors: ["hris-files"], span: { kind: "weeks", count: 2 }, output: "process" }),
      {
        lastExtractionTimeOffsetWeeks: 2,
        lastExtractionTimeOffsetMode: "WEEK",
        connectorIds: ["hris-files"],
        runProcessingJob: true,
      },
    );
  });

  it("begins on the day that the service begins on", () => {
    const now = Date.UTC(2026, 2, 31, 12);
    assert.equal(firstDayOf({ kind: "weeks", count: 1 }, now), Date.UTC(2026, 2, 24));
    assert.equal(firstDayOf({ kind: "months", count: 1 }, now), Date.UTC(2026, 1, 28));
  });

  it("takes dates and times with an offset", () => {
    assert.equal(parseSince("2026-01-31"), Date.UTC(2026, 0, 31));
    assert.equal(parseSince(" 2026-01-31T08:00+02:00"), Date.UTC(2026, 0, 31, 6));
    for (const text of ["yesterday", "2026-02-30T00:00", "2026-13-01", "31.1.2026"]) {
      assert.equal(parseSince(text), undefined, text);
    }
  });

  it("is read from a task, or the field is named that cannot be used", () => {
    assert.deepEqual(readExtractionTask({}), { connectors: undefined, span: { kind: "last" }, output: "receive" });
    assert.deepEqual(readExtractionTask({ connectors: ["a"], months: 3, process: true }), {
      connectors: ["a"],
      span: { kind: "months", count: 3 },
      output: "process",
    });
    const wrong: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ connectors: [] }, "connectors"],
      [{ connectors: "a" }, "connectors"],
      [{ since: "soon" }, "since"],
      [{ weeks: -1 }, "weeks"],
      [{ months: 1.5 }, "months"],
      [{ weeks: 1, months: 1 }, "months"],
      [{ since: "2026-01-01", all: true }, "all"],
      [{ process: true, tables: true }, "tables"],
    ];
    for (const [fields, field] of wrong) {
      assert.equal(readExtractionTask(fields), field, JSON.stringify(fields));
    }
  });
});
