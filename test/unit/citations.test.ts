import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A document's headings, and its text, in which items of lists and numbered examples are looked up. */
interface Document {
  readonly headings: readonly string[];
  readonly text: string;
}

const serviceApi = readDocument("docs/spec/service-api.md", "docs/spec/operations.md");
const semantics = readDocument("docs/semantics.md");
const language = readDocument("docs/spec/sql-like-language.md");

const headingList = /^(?:(?:,|;|,? and)\s+"[^"]+")+/;
const separator = String.raw`(?:[,;]?\s+and\s+|[,;]\s+|\s+)`;
const partName = String.raw`(?:\d+(?:\.\d+)?(?![\d.]*\d)|appendix\s+[A-C]\b|rule\s+\d+|W\d\d\b)`;
const partList = new RegExp(`^(?:${separator}${partName})+`);

describe("citations in comments", () => {
  it("lead to headings of docs/spec and docs/semantics.md", () => {
    const files = ["src", "test"].flatMap((folder) => sourcesIn(folder));
    const found = files.flatMap((file) => findCitations(file, readFileSync(file, "utf8")));
    assert.deepEqual(
      found.filter(({ isResolved }) => !isResolved).map(({ file, line, text }) => `${file}:${line}: ${text}`),
      [],
    );
    assert.ok(found.length > 350, `only ${found.length} citations found`);
    for (const name of ["service-api", "sql-like-language", "semantics.md"]) {
      assert.ok(found.filter(({ text }) => text.startsWith(name)).length > 30, `few citations of ${name}`);
    }
  });

  it("are named by file and line where they lead nowhere", () => {
    const text = [
      '/** One (service-api, "Limits", "No such heading"). */',
      "const text = 'service-api';",
      "/**",
      " * Another, over two lines (sql-like-language 11.3 and",
      ' * 99.1; semantics.md, "Truth").',
      " */",
      '// A third (semantics.md, "Nonsense"), and a fourth (sql-like-language 8.2, rule 99; 17, W99; appendix B).',
      "/** A mention without a heading: service-api. */",
    ].join("\n");
    assert.deepEqual(
      findCitations("a.ts", text).map(({ line, text, isResolved }) => `${line} ${text} ${isResolved}`),
      [
        '1 service-api, "Limits" true',
        '1 service-api, "No such heading" false',
        "4 sql-like-language 11.3 true",
        "4 sql-like-language 99.1 false",
        '5 semantics.md, "Truth" true',
        '7 semantics.md, "Nonsense" false',
        "7 sql-like-language 8.2 true",
        "7 sql-like-language rule 99 false",
        "7 sql-like-language 17 true",
        "7 sql-like-language W99 false",
        "7 sql-like-language appendix B true",
        "8 service-api: no heading named false",
      ],
    );
  });
});

describe("the vocabulary", () => {
  it("names paths and exports that are there", () => {
    const declared = new Set(sourcesIn("src").flatMap((file) => exportsOf(readFileSync(file, "utf8"))));
    const terms = readFileSync("docs/vocabulary.md", "utf8");
    const names = [...terms.matchAll(/`(\w+|src\/[^`]+)`/g)].map(([, name = ""]) => name);
    assert.deepEqual(
      names.filter((name) =>
        name.startsWith("src/") ? !existsSync(name) : /^[A-Z]|^is/.test(name) && !declared.has(name),
      ),
      [],
    );
    assert.ok(names.filter((name) => declared.has(name)).length > 25);
  });
});

function exportsOf(source: string): string[] {
  const declarations = /^export (?:abstract )?(?:class|interface|type|const|function) (\w+)/gm;
  return [...source.matchAll(declarations)].map(([, name = ""]) => name);
}

interface Citation {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly isResolved: boolean;
}

/** The citations in the comments of a file; a mention of a document without a heading counts as one that leads nowhere. */
function findCitations(file: string, source: string): Citation[] {
  return commentsOf(source).flatMap(({ text, offset }) =>
    [...text.matchAll(/\b(?:service-api|sql-like-language|semantics\.md)(?!["`.\w]*\.\w)/g)].flatMap((match) => {
      const [name] = match;
      const rest = text.slice(match.index + name.length);
      const line = source.slice(0, offset + match.index).split("\n").length;
      const cited = name === "sql-like-language" ? languageParts(rest) : quotedHeadings(name, rest);
      return cited.length === 0
        ? [{ file, line, text: `${name}: no heading named`, isResolved: false }]
        : cited.map((one) => ({ file, line, ...one }));
    }),
  );
}

function quotedHeadings(name: string, rest: string) {
  const { headings } = name === "service-api" ? serviceApi : semantics;
  const list = headingList.exec(rest)?.[0] ?? "";
  return [...list.matchAll(/"([^"]+)"/g)].map(([, quoted = ""]) => {
    const heading = quoted.replaceAll(/\s+/g, " ");
    return { text: `${name}, "${heading}"`, isResolved: headings.includes(heading) };
  });
}

function languageParts(rest: string) {
  const list = partList.exec(rest)?.[0] ?? "";
  let section = "";
  return (list.match(new RegExp(partName, "g")) ?? []).map((cited) => {
    const part = cited.replaceAll(/\s+/g, " ");
    if (/^\d/.test(part)) {
      section = part;
    }
    return { text: `sql-like-language ${part}`, isResolved: isInLanguage(part, section) };
  });
}

/** Whether the language document has a part `11.3`, an `appendix B`, an example `W13`, or a `rule 4` in the section named before. */
function isInLanguage(part: string, section: string): boolean {
  const [, rule] = /^rule (\d+)$/.exec(part) ?? [];
  if (rule !== undefined) {
    return new RegExp(`^${rule}\\. `, "m").test(sectionText(section));
  }
  if (part.startsWith("W")) {
    return language.text.includes(`\n${part} `);
  }
  const start = part.includes(".") ? `${part} ` : `${part}. `;
  return language.headings.some((heading) => heading.toLowerCase().startsWith(start.toLowerCase()));
}

function sectionText(section: string): string {
  const [, after = ""] = language.text.split(new RegExp(`^#+ ${section.replace(".", "\\.")}\\.? `, "m"));
  return after.split(/^#/m)[0] ?? "";
}

/** Comments with the marks at line starts blanked, each with its offset. */
function commentsOf(source: string): { readonly text: string; readonly offset: number }[] {
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|(?:^[ \t]*|[ \t])\/\/.*(?:\n[ \t]*\/\/.*)*/gm)].map((match) => ({
    text: match[0].replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/)/g, (mark) => "\n".padEnd(mark.length)),
    offset: match.index,
  }));
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file).replaceAll("\\", "/"))
    .filter((file) => /\.(?:ts|mjs)$/.test(file) && !file.endsWith("/citations.test.ts"))
    .sort();
}

function readDocument(...files: readonly string[]): Document {
  const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
  return { text, headings: [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading.trim()) };
}
