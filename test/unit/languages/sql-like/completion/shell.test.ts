import assert from "node:assert/strict";
import { applyEdits } from "../../../../../src/languages/core/text/span.ts";
import { describeSuggestion } from "../../../../../src/languages/sql-like/completion/documentation.ts";
import { expandSnippet } from "../../../../../src/languages/sql-like/completion/suggestion.ts";
import { parseScript } from "../../../../../src/languages/sql-like/syntax/parse-script.ts";
import { appendixModel } from "../../../../support/appendix-model.ts";
import { completeMarked, searchAppendixMembers } from "../../../../support/completion-at.ts";

const folders: Readonly<Record<string, readonly string[]>> = {
  "": ["load.wfshell", "people.csv", "data/", "notes.txt", ".hidden", "o'neil.csv"],
  "data/": ["exits.csv"],
};
const list = async (folder: string) => folders[folder] ?? [];

const completeScript = (marked: string) => completeMarked(marked, { shell: { list } });

async function accept(marked: string, label: string): Promise<string> {
  const { text, suggestions: offers, replace, labels } = await completeScript(marked);
  const offer = offers.find((each) => each.label === label);
  assert.ok(offer, `${label} is among ${labels.join(", ")}`);
  return applyEdits(text, [{ ...replace, text: expandSnippet(offer.snippet) }]);
}

const staging = "SET schema TO staging;\n";
const transaction = `${staging}BEGIN TRANSACTION;\n`;

suite("Completion in a script of the shell", () => {
  const first: readonly (readonly [place: string, marked: string, labels: readonly string[]])[] = [
    ["in an empty script", "|", ["SELECT", "SELECT metric() ... periods", "SELECT property ... BETWEEN"]],
    ["in staging", `${staging}|`, ["BEGIN TRANSACTION", "SET schema TO analytic", "SELECT"]],
    ["in a transaction", `${transaction}|`, ["COPY", "COMMIT", "ROLLBACK", "SELECT"]],
    ["after a transaction", `${transaction}COMMIT;\n|`, ["BEGIN TRANSACTION", "SET schema TO analytic", "SELECT"]],
    ["back in analytic", `${staging}SET schema TO analytic;\n|`, ["SELECT"]],
  ];
  for (const [place, marked, labels] of first) {
    test(`offers first ${place} what its state takes`, async () => {
      assert.deepEqual((await completeScript(marked)).labels.slice(0, labels.length), labels);
    });
  }

  const whole: readonly (readonly [marked: string, labels: readonly string[]])[] = [
    ["SET |", ["schema"]],
    ["set sch|", ["schema"]],
    ["SET schema |", ["TO"]],
    ["SET schema TO |", ["staging", "analytic"]],
    [`${staging}SET schema TO |`, ["analytic", "staging"]],
    [`${staging}BEGIN |`, ["TRANSACTION"]],
    [`${transaction}COPY |`, ["Employee", "Position", "Requisition", "Employee_Exit", "Pay_Change"]],
    [`${transaction}COPY Employee |`, ["FROM"]],
    [`${transaction}COPY Employee FROM |`, ["people.csv", "data/", "notes.txt"]],
    [`${transaction}COPY Employee FROM '|'`, ["people.csv", "data/", "notes.txt"]],
    [`${transaction}COPY Employee FROM 'data/|'`, ["data/exits.csv"]],
    [`${transaction}COPY Employee FROM "|"`, []],
    [`${transaction}COPY Employee FROM 'people.csv' |`, []],
    [`${transaction}COMMIT |`, []],
    ["SELECT Age FROM Employee |", ["WHERE"]],
  ];
  for (const [marked, labels] of whole) {
    test(`offers ${labels.join(", ") || "nothing"} at ${marked.replaceAll("\n", " ")}`, async () => {
      assert.deepEqual((await completeScript(marked)).labels, labels);
    });
  }

  const inserted: readonly (readonly [marked: string, label: string, text: string])[] = [
    ["|", "SET schema TO staging", "SET schema TO staging;"],
    ["se|;", "SET schema TO staging", "SET schema TO staging;"],
    [`${staging}beg| TRANSACTION`, "BEGIN TRANSACTION", `${staging}BEGIN TRANSACTION`],
    [`${transaction}|`, "COPY", `${transaction}COPY `],
    [`${transaction}com|`, "COMMIT", `${transaction}COMMIT;`],
    ["COPY Emp|", "Employee", "COPY Employee FROM ''"],
    ["COPY Emp| FROM 'a'", "Employee", "COPY Employee FROM 'a'"],
    ["COPY Employee FROM |", "people.csv", "COPY Employee FROM 'people.csv'"],
    ["COPY Employee FROM 'pe|';", "people.csv", "COPY Employee FROM 'people.csv';"],
    ["COPY Employee FROM 'pe|", "people.csv", "COPY Employee FROM 'people.csv'"],
    ["COPY Employee FROM '|'", "data/", "COPY Employee FROM 'data/'"],
  ];
  for (const [marked, label, text] of inserted) {
    test(`inserts ${label} into ${marked.replaceAll("\n", " ")}`, async () => {
      assert.equal(await accept(marked, label), text);
    });
  }

  test("asks again for what a statement goes on with", async () => {
    const leading = async (marked: string) =>
      (await completeScript(marked)).suggestions.filter(({ leadsOn }) => leadsOn).map(({ label }) => label);
    assert.deepEqual(await leading(`${transaction}|`), ["COPY"]);
    assert.deepEqual(await leading("SET |"), ["schema"]);
    assert.deepEqual(await leading("COPY Employee FROM '|'"), ["data/"]);
    assert.equal((await leading("COPY |")).length, 5);
  });

  test("offers the files of a large folder as they are typed", async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `file_${index}.csv`);
    const shell = { list: async () => names };
    const { labels, isIncomplete } = await completeMarked("COPY Employee FROM 'file_99|'", { shell });
    assert.deepEqual([labels.length, isIncomplete], [11, true]);
  });

  test("documents each statement", async () => {
    const { suggestions: offers } = await completeScript("|");
    const texts = await Promise.all(
      ["SET schema TO staging", "BEGIN TRANSACTION", "COPY", "COMMIT", "ROLLBACK", "SET schema TO analytic"].map(
        async (label) => {
          const offer = offers.find((each) => each.label === label);
          return offer && (await describeSuggestion(offer, { model: appendixModel, search: searchAppendixMembers }));
        },
      ),
    );
    assert.ok(texts.every((text) => text !== undefined && text.length > 20));
    assert.equal(new Set(texts).size, texts.length);
  });

  test("has a skeleton that the shell takes as it stands", async () => {
    const script = await accept("|", "SET schema ... COPY ... COMMIT");
    assert.deepEqual(parseScript(script, { isShellScript: true }).problems, []);
  });

  test("leaves queries elsewhere without statements of the shell", async () => {
    const { labels } = await completeMarked("|");
    assert.ok(labels.every((label) => label.startsWith("SELECT")));
    assert.deepEqual((await completeMarked("COPY |")).labels, []);
  });
});
