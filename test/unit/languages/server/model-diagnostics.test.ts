import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { diagnosticSamples } from "../../../support/diagnostic-samples.ts";
import { LanguageEditor } from "../../../support/language-editor.ts";
import { searchService } from "../../../support/model-service.ts";
import { startTestService, type TestService } from "../../../support/running-service.ts";

interface Sample {
  readonly name: string;
  readonly text: string;
  /** Code and underlined text of each problem, in the order of the text. */
  readonly problems: readonly string[];
}

const readExamples = (name: string): readonly { id: string; text: string; problems: readonly string[] }[] =>
  JSON.parse(readFileSync(`test/fixtures/sql-like/${name}.json`, "utf8"));

/** What an editor does not ask for, and what the sample model does not have: an overlay. */
const isForAnEditor = (code: string, text: string) =>
  !["SL207", "SL510"].includes(code) && text !== "«»" && !text.includes("Plan");

const samples: readonly Sample[] = [
  ...[...readExamples("examples"), ...readExamples("wrong-queries")].map(({ id, text, problems }) => ({
    name: id,
    text,
    problems,
  })),
  ...diagnosticSamples
    .filter(([code, text]) => isForAnEditor(code, text))
    .map(([code, marked], index) => ({
      name: `${index}-${code}`,
      text: marked.replace(/[«»]/g, ""),
      problems: [`${code} ${/«(.*)»/s.exec(marked)?.[1]}`],
    })),
];

describe("the language server on the model of a running service", function () {
  this.timeout(120_000);
  let service: TestService;
  let editor: LanguageEditor;
  const uriOf = ({ name }: Sample) => `file:///${name}.sqllike`;

  function publishedFor(sample: Sample): readonly string[] | undefined {
    return editor.published(uriOf(sample))?.diagnostics.map(({ code, range }) => {
      const lines = sample.text.split("\n");
      const offsetOf = ({ line, character }: { line: number; character: number }) =>
        lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
      return `${code} ${sample.text.slice(offsetOf(range.start), offsetOf(range.end))}`;
    });
  }

  before(async () => {
    service = await startTestService();
    editor = await LanguageEditor.open({ search: searchService(service) });
    for (const sample of samples) {
      await editor.openText(uriOf(sample), sample.text);
    }
    // Its misspelled member comes after all the names that were waiting, so that nothing more is on its way.
    const last = 'SELECT EmployeeID FROM Employee WHERE Gender = "Nobody at all"';
    await editor.openText("file:///last.sqllike", last);
    await editor.diagnostics("file:///last.sqllike", ({ diagnostics }) =>
      diagnostics.some(({ code }) => code === "SL407"),
    );
  });
  after(async () => {
    editor?.dispose();
    await service?.dispose();
  });

  for (const sample of samples) {
    it(`says of ${sample.name} what the model of the language document says`, () => {
      const aside = sample.problems.some((problem) => problem.startsWith("SL202")) && !sample.name.startsWith("W");
      const found = publishedFor(sample)?.filter((problem) => !aside || !problem.startsWith("SL502"));
      assert.deepEqual(found, sample.problems, sample.text);
    });
  }
});
