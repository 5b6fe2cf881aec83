import type { NameIndex, NameMatch } from "./name-index.ts";
import type { TimeContext } from "./named-periods.ts";
import { readTimePhrase, type TimePhrase } from "./time-phrases.ts";
import type { Word } from "./words.ts";

/** Words that say how the parts of a question belong together. */
export type Keyword =
  | "amount"
  | "and"
  | "average"
  | "by"
  | "compare"
  | "count"
  | "drill"
  | "highest"
  | "list"
  | "lowest"
  | "not"
  | "or"
  | "reason"
  | "share"
  | "show"
  | "unsupported"
  | "which"
  | "who"
  | "why"
  | "without axes"
  | "without filters";

export type Comparison = "<" | "<=" | ">" | ">=" | "=" | "between";

/** A part of a question, with what it means. `start` and `end` are offsets in the question's text. */
export type Mark = { readonly start: number; readonly end: number; readonly isPlural: boolean } & (
  | {
      readonly kind: "names";
      readonly phrase: string;
      readonly matches: readonly NameMatch[];
      readonly isPossessive: boolean;
      readonly misspelled?: string;
    }
  | { readonly kind: "time"; readonly phrase: TimePhrase }
  | { readonly kind: "keyword"; readonly keyword: Keyword }
  | { readonly kind: "comparison"; readonly comparison: Comparison; readonly matches: readonly NameMatch[] }
  /** "The oldest", "the youngest": an order by a property. */
  | { readonly kind: "superlative"; readonly rankingEnd: "highest" | "lowest"; readonly matches: readonly NameMatch[] }
  | { readonly kind: "number"; readonly value: number }
  /** Follows a number: "or more", "and under". */
  | { readonly kind: "bound"; readonly comparison: Comparison }
  | { readonly kind: "filler" }
  | { readonly kind: "unknown" }
);

/** Phrases that take something of the question before away: "remove the breakdown". */
function phrasesWithout(...nouns: readonly string[]): string {
  const verbs = "remove|drop|without|no|clear|undo|hide|delete|take away|take out|get rid of|reset".split("|");
  return verbs
    .flatMap((verb) =>
      ["", "the ", "any ", "all ", "all the "].flatMap((article) => nouns.map((noun) => `${verb} ${article}${noun}`)),
    )
    .join("|");
}

const keywordPhrases: Readonly<Record<Keyword, string>> = {
  amount: "spend|spent|spending|spend on|spent on|cost|costing|how much money|amount of money",
  average: "average|mean|avg|on average|in average|typical",
  and: "and|,|as well as|plus|&|also|then|both",
  by: "by|per|for each|for every|in each|in every|of each|from each|at each|each|every|across|across all|for all|broken down by|break down by|broken down into|broken down|split by|split up by|split into|split|grouped by|group by|according to|segmented by|sliced by|depending on|in the different|by each|divided by|divided into|distributed by|distributed across|in terms of|within each",
  compare:
    "compare|compared|comparison|comparison of|comparison between|versus|vs|against|compared to|compared with|in comparison to|in comparison with|difference between|relative to|differ between|differ from|difference in|than|higher|lower|greater|bigger|larger|smaller|how many more|how much more|how many fewer|how many less|how much less|more|fewer|less",
  count:
    "how many|number of|count of|total number of|how much|what number of|total count of|count|how large be|how big be|how big|how large|how high be|how high|how low be|how low|by how many|by how much|amount of|quantity of|size of|total",
  drill:
    "drill|drill into|drill down|drill down into|drill down to|drill down on|drill in|drill in on|drill to|zoom in|zoom into|zoom in on|zoom in to|one level down|go one level down|expand",
  highest: "top|highest|most|largest|biggest|greatest|maximum|max|leading|best",
  lowest: "bottom|lowest|least|smallest|fewest|minimum|min|worst",
  list: "list|list of|list all|name of|name all|detail of|detail on|give me a list of|show me a list of|record of|row of|roster|roster of",
  not: "not|no|remove|drop|take out|hide|non|except|except for|excluding|exclude|without|other than|outside|outside of|apart from|ignoring|ignore|but not|aside from|not counting|leaving out|leave out|minus|excl|beside|not in|not from|but for|rather than|who be not|that be not|which be not|be not|not include|not including|do not",
  or: "or|either|and or",
  reason: "because of|due to|for reason of|owing to|on account of|for reason|because",
  share: "share|percentage|percent|%|proportion|ratio|fraction|share of|percentage of|portion",
  unsupported:
    "median|standard deviation|variance|correlation|correlate|predict|prediction|forecast|probability|likely|will|cumulative|running total|quartile|percentile|range of|growth rate|percent change|moving average|rolling average|if|unless|who be also|nor|neither|only if|almost|about half|ever|never|always|longest|shortest|after they|until they|before they|how long|how old|how often|sum|add up|gap|report to|report directly to|managed by|supervised by",
  show: "show me|show|see|display|give me|show me the|show the|give me the|get me|get|i want to see|i would like to see|let me see|could i see|can i see|pull up|pull",
  which: "which|what",
  who: "who|whom|which person|which people|which employee|which individual|show me all|show all|name the|identify|find all|find|give me all|give me every|show me every|tell me who|tell me which person|tell me which employee|show every|show me the name of|which staff|list everyone|everyone|everybody|person who|people who|employee who|staff who",
  why: "why|what be the reason|what reason|for what reason|for which reason",
  "without axes": `${phrasesWithout("breakdown", "break down", "split", "grouping", "group", "dimension", "segmentation")}|not broken down|not split|ungrouped|unsplit`,
  "without filters": `${phrasesWithout("filter", "condition", "restriction", "filtering")}|unfiltered`,
};

const comparisonPhrases: Readonly<Record<Comparison, string>> = {
  ">": "more than|over|above|greater than|higher than|exceeding|exceed|>|in excess of|longer than",
  ">=": "at least|no less than|not less than|minimum of|>=|from|not under|not below",
  "<": "less than|under|below|fewer than|lower than|<|shorter than|smaller than",
  "<=": "at most|no more than|not more than|maximum of|<=|up to|not over|not above",
  "=": "equal to|exactly|=|equal",
  between: "between|from between|in the range of|ranging from",
};

const boundPhrases: Readonly<Partial<Record<Comparison, string>>> = {
  ">=": "or more|or over|or older|or above|or higher|and more|and over|and older|and above|and up|plus|or greater|+|and higher",
  "<=": "or less|or under|or younger|or below|or fewer|and under|and younger|and below|or lower|and less",
};

/** Comparisons that name the property as well, by the name of the property. */
const propertyComparisons: readonly (readonly [
  phrases: string,
  comparison: Comparison,
  property: readonly string[],
])[] = [
  ["older than|aged over|aged above|over the age of|above the age of|age over|age above", ">", ["age"]],
  ["younger than|aged under|aged below|under the age of|below the age of", "<", ["age"]],
  ["at least the age of|aged at least", ">=", ["age"]],
  ["aged between|between the age of", "between", ["age"]],
  ["aged|of age|age of", "=", ["age"]],
  [
    "earning more than|earn more than|earning over|earn over|paid more than|paid over|earning above|earn above|making more than|make more than|making over|make over|paid above|earn at least more than",
    ">",
    ["salary", "pay"],
  ],
  [
    "earning less than|earn less than|earning under|earn under|paid less than|paid under|earning below|earn below|making less than|make less than|paid below",
    "<",
    ["salary", "pay"],
  ],
  ["earning at least|earn at least|paid at least", ">=", ["salary", "pay"]],
  ["earning at most|earn at most|paid at most", "<=", ["salary", "pay"]],
  ["earning between|earn between|paid between", "between", ["salary", "pay"]],
];

/** Superlatives that name the property as well, by the names that it can have in a model. */
const superlatives: readonly (readonly [phrases: string, end: "highest" | "lowest", property: readonly string[]])[] = [
  ["oldest|eldest", "highest", ["age"]],
  ["youngest", "lowest", ["age"]],
  ["longest serving|longest tenured|longest standing|most tenured", "lowest", ["start date", "hire date"]],
  ["newest|most recently hired|shortest serving|shortest tenured", "highest", ["start date", "hire date"]],
];

/** Verbs that stand for what happens, by the names that it can have in a model. */
const verbs: readonly (readonly [phrases: string, names: readonly string[]])[] = [
  [
    "left|leave|leaving|depart|departed|exited|separate|separated|have gone|gone|walked out|lost|lose|losing",
    ["exit count", "exit", "leaver", "termination"],
  ],
  [
    "resign|resigned|resigning|quit|quitting|left voluntarily|leave voluntarily|voluntarily left|left by choice|handed in their notice",
    ["resignation count", "resignation", "voluntary exit"],
  ],
  [
    "join|joined|joining|hired|hire|hiring|start working|started|recruited|recruit|onboarded|came on board|started work|began|new employee|newcomer|new joiner|new starter|new people|new recruit|new colleague|new staff|newly hired|new worker|new person|take on|took on|taken on|recruiting|employment start",
    ["start count", "start", "hire", "new hire"],
  ],
  ["attrition|turnover|attrition rate|turnover rate", ["resignation rate", "turnover rate", "exit rate"]],
  ["earn|earning|paid|make|earner|paying|pay", ["average salary", "average pay"]],
];

const fillers = new Set(
  (
    "a an the of in at on for to from with within is are was were be been being do does did have has had there their our we us i me my you your " +
    "it its they them that this these those which what whose whom show give tell display get see want would like please can could should let know need " +
    "how all any some work working works worked employ employed based located live living currently right now just only company organization organisation firm " +
    "business so far as than then here who much many ? ! . : ; ( ) \" ' - / so into also about look looking overall total altogether ever " +
    "per come came happen happened happening take took place occur occurred occurring made make exist existing present current have got has been up " +
    "breakdown distribution broken down split composition mix by number figure figures stand value values level result results data chart graph plot table view picture overview analysis analyse analyze " +
    "category group type different various individual single respective whole entire each every common frequent main typical popular important combined together " +
    "belong belonging belongs hold holding holds serve sit situated stationed people's during over time period when where and " +
    "out off went go going gone been getting become became break breaks distributed spread divide divided between among across actual exact latest recent most recently " +
    "s t re ve d ll hi hello hey thanks thank ok okay please kindly same among amongst having reported being able say said tell " +
    "ones again instead meant back change changed develop developed grow grown evolve evolved look like yes no well more about what's who's that's there's i'd i'm let's "
  )
    .split(" ")
    .filter((word) => word !== ""),
);

interface PhraseTable<Value> {
  readonly values: ReadonlyMap<string, Value>;
  readonly longest: number;
}

function tableOf<Value>(entries: Iterable<readonly [phrases: string, value: Value]>): PhraseTable<Value> {
  const values = new Map<string, Value>();
  for (const [phrases, value] of entries) {
    for (const phrase of phrases.split("|")) {
      values.set(phrase, value);
    }
  }
  return { values, longest: Math.max(...[...values.keys()].map((phrase) => phrase.split(" ").length)) };
}

const keywords = tableOf(
  (Object.entries(keywordPhrases) as [Keyword, string][]).map(([keyword, phrases]) => [phrases, keyword] as const),
);
const comparisons = tableOf(
  (Object.entries(comparisonPhrases) as [Comparison, string][]).map(([value, phrases]) => [phrases, value] as const),
);
const bounds = tableOf(
  (Object.entries(boundPhrases) as [Comparison, string][]).map(([value, phrases]) => [phrases, value] as const),
);
const comparisonsOfProperties = tableOf(
  propertyComparisons.map(([phrases, comparison, property]) => [phrases, { comparison, property }] as const),
);
const superlativeTable = tableOf(superlatives.map(([phrases, end, property]) => [phrases, { end, property }] as const));
const verbTable = tableOf(verbs);

/** Finds the longest phrase of a table at an index, by stems or by the words as written. */
function findPhrase<Value>(
  { values, longest }: PhraseTable<Value>,
  words: readonly Word[],
  start: number,
): { readonly length: number; readonly value: Value } | undefined {
  for (let length = Math.min(longest, words.length - start); length > 0; length--) {
    const found = words.slice(start, start + length);
    const value =
      values.get(found.map(({ plain }) => plain).join(" ")) ??
      values.get(found.map(({ stem }) => withoutForm(stem)).join(" "));
    if (value !== undefined) {
      return { length, value };
    }
  }
  return undefined;
}

/** Forms of "to be" and "to do" as one. */
function withoutForm(stem: string): string {
  return /^(?:is|are|was|were|been|being)$/u.test(stem) ? "be" : /^(?:does|did)$/u.test(stem) ? "do" : stem;
}

/** Whether a word by itself has a meaning in questions. */
export function isKnownWord(word: Word, index: NameIndex): boolean {
  return (
    fillers.has(word.plain) ||
    fillers.has(word.stem) ||
    [keywords, comparisons, bounds, verbTable, superlativeTable].some(
      (table) => findPhrase<unknown>(table, [word], 0) !== undefined,
    ) ||
    index.hasWord(word.stem)
  );
}

/** Marks the words of a question: joins them to parts and finds out what each can mean. */
export function markQuestion(words: readonly Word[], index: NameIndex, time: TimeContext): readonly Mark[] {
  const marks: Mark[] = [];
  for (let at = 0; at < words.length; ) {
    const { length, part } = markAt(words, at, index, time);
    const [first, last] = [words[at], words[at + length - 1]];
    marks.push({
      ...part,
      start: first?.start ?? 0,
      end: last?.end ?? 0,
      isPlural: words.slice(at, at + length).some(({ plain, stem }) => plain !== stem),
    } as Mark);
    at += length;
  }
  return marks;
}

type Part = Mark extends infer One ? (One extends Mark ? Omit<One, "start" | "end" | "isPlural"> : never) : never;

interface Candidate {
  readonly length: number;
  readonly part: Part;
}

function markAt(words: readonly Word[], at: number, index: NameIndex, time: TimeContext): Candidate {
  const word = words[at] as Word;
  const candidates: Candidate[] = [];
  const names = namesAt(words, at, index);
  if (names) {
    candidates.push(names);
  }
  const verb = findPhrase(verbTable, words, at);
  const matches = verb && firstMatches(index, verb.value);
  if (verb && matches && matches.length > 0) {
    const phrase = words
      .slice(at, at + verb.length)
      .map(({ stem }) => stem)
      .join(" ");
    candidates.push({ length: verb.length, part: { kind: "names", phrase, matches, isPossessive: false } });
  }
  const superlative = findPhrase(superlativeTable, words, at);
  const ordered = superlative && firstMatches(index, superlative.value.property);
  if (superlative && ordered && ordered.length > 0) {
    const { end } = superlative.value;
    candidates.push({ length: superlative.length, part: { kind: "superlative", rankingEnd: end, matches: ordered } });
  }
  const timePhrase = readTimePhrase(words, at, time);
  if (timePhrase) {
    candidates.push({ length: timePhrase.length, part: { kind: "time", phrase: timePhrase } });
  }
  const ofProperty = findPhrase(comparisonsOfProperties, words, at);
  if (ofProperty && words[at + ofProperty.length]?.number !== undefined) {
    const { comparison, property } = ofProperty.value;
    candidates.push({
      length: ofProperty.length,
      part: { kind: "comparison", comparison, matches: firstMatches(index, property) },
    });
  }
  const comparison = findPhrase(comparisons, words, at);
  if (comparison && isNumberNext(words, at + comparison.length)) {
    candidates.push({
      length: comparison.length,
      part: { kind: "comparison", comparison: comparison.value, matches: [] },
    });
  }
  const bound = words[at - 1]?.number === undefined ? undefined : findPhrase(bounds, words, at);
  if (bound) {
    candidates.push({ length: bound.length, part: { kind: "bound", comparison: bound.value } });
  }
  const keyword = findPhrase(keywords, words, at);
  if (keyword) {
    candidates.push({ length: keyword.length, part: { kind: "keyword", keyword: keyword.value } });
  }
  if (word.number !== undefined) {
    candidates.push({ length: 1, part: { kind: "number", value: word.number } });
  }
  const longest = candidates.reduce<Candidate | undefined>(
    (best, candidate) => (best && !isBetter(candidate, best) ? best : candidate),
    undefined,
  );
  return (
    longest ??
    (fillers.has(word.plain) || fillers.has(word.stem)
      ? { length: 1, part: { kind: "filler" } }
      : misspelledAt(words, at, index))
  );
}

/**
 * Whether a candidate is preferred to the best one so far: the longer one; of the same length, a time of several words
 * before a name, else the first.
 */
function isBetter(candidate: Candidate, best: Candidate): boolean {
  return (
    candidate.length > best.length ||
    (candidate.length === best.length &&
      candidate.part.kind === "time" &&
      best.part.kind === "names" &&
      candidate.length > 1)
  );
}

function isNumberNext(words: readonly Word[], at: number): boolean {
  return (
    words[at]?.number !== undefined || (/^[$€£]$/u.test(words[at]?.plain ?? "") && words[at + 1]?.number !== undefined)
  );
}

function firstMatches(index: NameIndex, names: readonly string[]): readonly NameMatch[] {
  return names.map((name) => index.find(name)).find((matches) => matches.length > 0) ?? [];
}

function namesAt(words: readonly Word[], at: number, index: NameIndex): Candidate | undefined {
  for (let length = Math.min(index.longest, words.length - at); length > 0; length--) {
    const found = words.slice(at, at + length);
    const phrase = found.map(({ stem }) => (stem === "avg" || stem === "mean" ? "average" : stem)).join(" ");
    const matches = index.find(phrase);
    // A number alone is no name.
    if (matches.length > 0 && !(length === 1 && found[0]?.number !== undefined)) {
      return { length, part: { kind: "names", phrase, matches, isPossessive: found.at(-1)?.isPossessive ?? false } };
    }
  }
  const base = adverbBases(words[at]?.plain ?? "").find((stem) => index.find(stem).length > 0);
  return base === undefined
    ? undefined
    : { length: 1, part: { kind: "names", phrase: base, matches: index.find(base), isPossessive: false } };
}

/** "Remotely" is "remote", "voluntarily" is "voluntary". */
function adverbBases(plain: string): readonly string[] {
  return plain.endsWith("ily") ? [`${plain.slice(0, -3)}y`] : plain.endsWith("ly") ? [plain.slice(0, -2)] : [];
}

function misspelledAt(words: readonly Word[], at: number, index: NameIndex): Candidate {
  let best: Candidate | undefined;
  for (let length = 1; length <= Math.min(3, words.length - at); length++) {
    const found = words.slice(at, at + length);
    if (found.slice(1).some((word) => fillers.has(word.plain) || findPhrase(keywords, [word], 0))) {
      break;
    }
    const phrase = found.map(({ stem }) => stem).join(" ");
    const near = index.findMisspelled(phrase);
    if (near.length > 0) {
      const matches = near.flatMap((name) => index.find(name));
      const misspelled = found.map(({ plain }) => plain).join(" ");
      // The longest name: "resignaton rate" is not the resignation.
      best = { length, part: { kind: "names", phrase, matches, isPossessive: false, misspelled } };
    }
  }
  return best ?? { length: 1, part: { kind: "unknown" } };
}
