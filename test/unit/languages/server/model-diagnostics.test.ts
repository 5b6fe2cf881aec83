import assert from "node:assert/strict";
import { LanguageEditor } from "../../../support/language-editor.ts";
import { type LanguageSample, languageSamples } from "../../../support/language-samples.ts";
import { searchService } from "../../../support/model-service.ts";
import { startTestService, type TestService } from "../../../support/running-service.ts";

describe("the language server on the model of a running service", function () {
  this.timeout(120_000);
  let service: TestService;
  let editor: LanguageEditor;
  const uriOf = ({ name }: LanguageSample) => `file:///${name}.sqllike`;

  function publishedFor(sample: LanguageSample): readonly string[] | undefined {
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
    for (const sample of languageSamples) {
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

  for (const sample of languageSamples) {
    it(`says of ${sample.name} what the model of the language document says`, () => {
      const aside = sample.problems.some((problem) => problem.startsWith("SL202")) && !sample.name.startsWith("W");
      const found = publishedFor(sample)?.filter((problem) => !aside || !problem.startsWith("SL502"));
      assert.deepEqual(found, sample.problems, sample.text);
    });
  }

  it("says it once, and again only when it has become another", () => {
    for (const sample of languageSamples) {
      // Of the text alone, with its names, with its members.
      const most = sample.problems.length === 0 ? 1 : 3;
      assert.ok(editor.timesPublished(uriOf(sample)) <= most, sample.name);
    }
  });
});
