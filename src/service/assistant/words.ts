/** A word, number or sign of a question, with its place in the text. */
export interface Word {
  /** Lower case, without accents, in the singular: `Employees` is `employee`. */
  readonly stem: string;
  /** Lower case, without accents. */
  readonly plain: string;
  /** Value of a number, in digits or in letters. */
  readonly number?: number;
  /** Whether it ends in `'s`. */
  readonly isPossessive: boolean;
  readonly start: number;
  readonly end: number;
}

const pattern =
  /\d+(?:\.\d+)?%|\d{4}-\d{2}-\d{2}|\d{4}-\d{2}(?!\d)|\d{1,3}(?:,\d{3})+(?![\d,])|\d+(?:\.\d+)?[km]?(?![\p{L}\d])|[\p{L}\p{N}]+(?:['’]\p{L}+)?|>=|<=|[^\s\p{L}\p{N}_]/giu;

/** Splits a text into words. Underscores and hyphens separate words; `employeeCount` stays one. */
function splitWords(text: string): readonly Word[] {
  return [...text.matchAll(pattern)].map((match) => {
    const start = match.index;
    const [written] = match;
    const isPossessive = /['’]s$/iu.test(written);
    const plain = foldText(written.replace(/['’]s$/iu, "").replace(/['’]/gu, "'"));
    const number = readNumber(plain);
    return {
      stem: stemOf(plain),
      plain,
      ...(number !== undefined && { number }),
      isPossessive,
      start,
      end: start + written.length,
    };
  });
}

const time =
  /^(?:\d{4}|\d{4}-\d\d|\d{4}-\d\d-\d\d|q[1-4]|h[12]|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)$/u;
const verbsWithUs = /^(?:join|joined|joining|left|leave|leaving|quit|show|give|tell|get|let|with|of|among)$/u;

/** Splits a question into the words that mean something. */
export function splitQuestion(text: string): readonly Word[] {
  const words = splitWords(text);
  const plainAt = (index: number) => words[index]?.plain ?? "";
  return words.flatMap((word, index): Word[] => {
    if (/^[-–—]$/u.test(word.plain)) {
      // "2023 - 2025" is a span; other dashes, as in "Full-time", only join.
      const isSpan = time.test(plainAt(index - 1)) && time.test(plainAt(index + 1));
      return isSpan ? [{ ...word, plain: "to", stem: "to" }] : [];
    }
    // "Who left us" is about those who ask, "exits in the US" about the country.
    const isPronoun = text.slice(word.start, word.end) === "us" && verbsWithUs.test(plainAt(index - 1));
    // "R&D" and "Sales & Marketing" are names side by side.
    const isLink = word.plain === "&";
    const isOpening = /^mean(?:t)?$/u.test(word.plain) && plainAt(index - 1) === "i";
    return isPronoun || isLink || isOpening ? [] : [word];
  });
}

/** Returns the stems of a name's words, separated by spaces, by which names and questions are compared. */
export function phraseOf(name: string): string {
  const spaced = name.replaceAll("_", " ").replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  return splitWords(spaced)
    .filter(({ stem }) => /[\p{L}\p{N}]/u.test(stem))
    .map(({ stem }) => stem)
    .join(" ");
}

function foldText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

const irregularStems: ReadonlyMap<string, string> = new Map([
  ["people", "person"],
  ["persons", "person"],
  ["women", "woman"],
  ["men", "man"],
  ["analyses", "analysis"],
  ["has", "has"],
  ["does", "does"],
  ["is", "is"],
  ["was", "was"],
  ["this", "this"],
  ["versus", "versus"],
  ["plus", "plus"],
  ["status", "status"],
  ["sales", "sales"],
  ["les", "les"],
  ["bonus", "bonus"],
]);

function stemOf(plain: string): string {
  const irregular = irregularStems.get(plain);
  if (irregular !== undefined) {
    return irregular;
  }
  if (plain.length < 4 || /(?:ss|us|is|[^\p{L}])$/u.test(plain) || !plain.endsWith("s")) {
    return plain;
  }
  if (plain.endsWith("ies") && plain.length > 4) {
    return `${plain.slice(0, -3)}y`;
  }
  return /(?:ch|sh|x|ss|zz)es$/u.test(plain) ? plain.slice(0, -2) : plain.slice(0, -1);
}

const numbersInLetters: ReadonlyMap<string, number> = new Map(
  [
    ..."one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(" ").entries(),
  ].map(([index, word]) => [word, index + 1]),
);
const furtherNumbers: ReadonlyMap<string, number> = new Map([
  ["twenty", 20],
  ["thirty", 30],
  ["forty", 40],
  ["fifty", 50],
  ["sixty", 60],
  ["hundred", 100],
]);
const multiples: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

function readNumber(plain: string): number | undefined {
  const inLetters = numbersInLetters.get(plain) ?? furtherNumbers.get(plain);
  if (inLetters !== undefined) {
    return inLetters;
  }
  const digits = /^(\d+(?:\.\d+)?|\d{1,3}(?:,\d{3})+)([km]?)$/u.exec(plain);
  return digits ? Number(digits[1]?.replaceAll(",", "")) * (multiples[digits[2] ?? ""] ?? 1) : undefined;
}
