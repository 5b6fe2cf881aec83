import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CompletionItem, CompletionList } from "vscode-languageserver-protocol/node";
import { collectModel } from "../../../../src/features/language/collect-model.ts";
import type { ModelFile } from "../../../../src/languages/core/model/model-file.ts";
import { readModelFile } from "../../../../src/languages/core/model/read-model-file.ts";
import { LanguageEditor } from "../../../support/language-editor.ts";
import { languageSamples } from "../../../support/language-samples.ts";
import { searcherOf, searchService } from "../../../support/model-service.ts";
import { startTestService, type TestService } from "../../../support/running-service.ts";

const last = "file:///last.sqllike";

async function openAll(editor: LanguageEditor): Promise<void> {
  for (const [index, { text }] of languageSamples.entries()) {
    await editor.openText(`file:///${index}.sqllike`, text);
  }
  await editor.openText(last, 'SELECT EmployeeID FROM Employee WHERE Gender = "Nobody at all"');
  await editor.diagnostics(last, ({ diagnostics }) => diagnostics.some(({ code }) => code === "SL407"));
}

async function labelsAt(editor: LanguageEditor, text: string): Promise<string[]> {
  const uri = `file:///completion-${text.length}-${encodeURIComponent(text.slice(0, 40))}.sqllike`;
  const offset = text.indexOf("|");
  await editor.openText(uri, text.replace("|", ""));
  const list = await editor.connection.sendRequest<CompletionList | CompletionItem[] | null>(
    "textDocument/completion",
    {
      textDocument: { uri },
      position: { line: 0, character: offset },
    },
  );
  const items = Array.isArray(list) ? list : (list?.items ?? []);
  return items.map(({ label }) => label).sort();
}

describe("a model file of a running service", function () {
  this.timeout(120_000);
  let service: TestService;
  let folder: string;
  let model: ModelFile;
  let connected: LanguageEditor;
  let offline: LanguageEditor;

  const options = () => ({
    nameSearcher: searcherOf(service),
    hasMembers: true,
    signal: new AbortController().signal,
    report: () => undefined,
    exported: { at: "2026-01-15T12:00:00.000Z" },
  });

  before(async () => {
    service = await startTestService();
    model = await collectModel(options());
    folder = await mkdtemp(join(tmpdir(), "workforce-model-"));
    await writeFile(join(folder, "sample.workforce-model.json"), JSON.stringify(model));
    connected = await LanguageEditor.open({ search: searchService(service) });
    offline = await LanguageEditor.open({ workspaceFolder: pathToFileURL(folder).href });
    await Promise.all([openAll(connected), openAll(offline)]);
  });
  after(async () => {
    connected?.dispose();
    offline?.dispose();
    await service?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it("has everything that the service has, without a problem", () => {
    assert.deepEqual(readModelFile(JSON.stringify(model)).problems, []);
    const employee = model.objects.find(({ id }) => id === "Employee");
    assert.deepEqual(
      employee?.properties?.map(({ id, type }) => `${id} ${type}`),
      ["EmployeeID text", "Full_Name text", "Work_Email text", "Age number", "Base_Salary number", "Start_Date date"],
    );
    assert.deepEqual(employee?.references, [
      { id: "Direct_Manager", displayName: "Direct Manager", target: "Employee" },
      { id: "Position", target: "Position" },
      { id: "Skill", target: "Skill", isMultiValue: true },
    ]);
    assert.deepEqual(employee?.unsupported, { Internal_Moves: "movement concept" });
    const location = employee?.dimensions?.find(({ id }) => id === "Location");
    assert.deepEqual(location?.levels?.[1], { id: "Location_1", displayName: "Country" });
    assert.ok(location?.members?.some(({ path }) => path.length === 3));
    const above = model.metrics.find(({ id }) => id === "employeeCountAbovePay");
    assert.deepEqual(above?.parameters, [{ id: "threshold", displayName: "Threshold", kind: "number" }]);
    assert.match(model.metrics.find(({ id }) => id === "averageSalary")?.formula ?? "", /Base_Salary/);
  });

  it("is the same when the service lists nothing and is searched by letters, in few calls", async () => {
    let calls = 0;
    const nameSearcher = searcherOf(service, ({ query }) => {
      calls++;
      if (!query) {
        throw Object.assign(new Error("A search needs a text."), { status: 400 });
      }
    });
    const searched = await collectModel({ ...options(), nameSearcher, hasMembers: false });
    const idsOf = ({ objects, metrics }: ModelFile) => [
      ...metrics.map(({ id }) => id).sort(),
      ...objects
        .map(({ id, properties = [], dimensions = [], concepts = [] }) =>
          [id, ...[...properties, ...dimensions, ...concepts].map((part) => part.id).sort()].join(" "),
        )
        .sort(),
    ];
    assert.deepEqual(idsOf(searched), idsOf(model));
    assert.ok(calls <= 25, `${calls} calls`);
  });

  it("is not read on when somebody stops it", async () => {
    const stop = new AbortController();
    const kinds: string[] = [];
    const stopped = collectModel({
      ...options(),
      signal: stop.signal,
      report: ({ kind }) => {
        kinds.push(kind);
        stop.abort(new Error("Stopped."));
      },
    });
    await assert.rejects(stopped, /Stopped/);
    assert.deepEqual(kinds, ["analyticObject"]);
  });

  it("gives the diagnostics that the service gives, for all examples", () => {
    for (const [index, { text }] of languageSamples.entries()) {
      const uri = `file:///${index}.sqllike`;
      const of = (editor: LanguageEditor) =>
        editor.published(uri)?.diagnostics.map(({ code, range }) => `${code} ${JSON.stringify(range)}`);
      assert.deepEqual(of(offline), of(connected), text);
    }
  });

  const places = [
    "SELECT | FROM Employee",
    "SELECT emp| FROM Employee",
    "SELECT Age, | FROM Employee",
    "SELECT Recruiter.| FROM Requisition",
    "SELECT level(|) FROM Employee",
    'SELECT level(Location, "|") FROM Employee',
    "SELECT EmployeeID FROM |",
    "SELECT EmployeeID FROM Emp|",
    "SELECT EmployeeID FROM Employee WHERE |",
    'SELECT EmployeeID FROM Employee WHERE Work_Model IN ("|")',
    'SELECT EmployeeID FROM Employee WHERE Work_Model IN ("Hy|")',
  ];
  for (const place of places) {
    it(`completes ${place} as the service does`, async () => {
      const labels = await labelsAt(connected, place);
      assert.deepEqual(await labelsAt(offline, place), labels);
      assert.ok(labels.length > 0);
    });
  }
});
