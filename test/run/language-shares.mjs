/**
 * The properties of the languages that are tried with generated inputs: how many `npm test` makes (`usual`), and how many of
 * a thousand inputs of a soak are a property's (`share`). What is cheap and reads most of the language gets most.
 */
export const languageShares = {
  "texts of the full grammar, parsed": { usual: 400, share: 100 },
  "texts of the full grammar with tokens changed, parsed": { usual: 1000, share: 110 },
  "scripts of the shell with words changed, parsed": { usual: 1000, share: 5 },
  "known queries with pieces changed, checked and bound": { usual: 500, share: 111 },
  "words of the language, checked and bound": { usual: 2000, share: 115 },
  "any characters, checked and bound": { usual: 200, share: 25 },
  "generated queries, checked": { usual: 1000, share: 40 },
  "generated queries, lowered to requests": { usual: 100, share: 10 },
  "generated lists, their formulas read back": { usual: 300, share: 10 },
  "generated queries, in another letter case": { usual: 200, share: 10 },
  "known queries with pieces changed, repaired": { usual: 120, share: 50 },
  "generated queries with pieces changed, repaired": { usual: 100, share: 25 },
  "any characters, repaired": { usual: 100, share: 10 },
  "words of the language, completed": { usual: 150, share: 70 },
  "examples with any characters in them, completed": { usual: 60, share: 25 },
  "comments with options, completed": { usual: 500, share: 10 },
  "words of the language, explained": { usual: 150, share: 40 },
  "examples with any characters in them, explained": { usual: 60, share: 15 },
  "parts of examples, outlined": { usual: 500, share: 20 },
  "words of the language, outlined": { usual: 1000, share: 35 },
  "any characters, outlined": { usual: 80, share: 10 },
  "queries with comments strewn in, laid out": { usual: 200, share: 15 },
  "queries with other spaces, laid out": { usual: 200, share: 15 },
  "words of the language, laid out": { usual: 1000, share: 18 },
  "queries with comments strewn in, a range laid out": { usual: 100, share: 5 },
  "any characters, laid out": { usual: 150, share: 10 },
  "pieces of statements, cut into parts": { usual: 1000, share: 20 },
  "pieces of statements, edited": { usual: 1000, share: 20 },
  "any characters, cut into tokens": { usual: 100, share: 10 },
  "samples with names changed, on a searched model": { usual: 300, share: 15 },
  "any characters, on a searched model": { usual: 80, share: 5 },
  "statements of table-source SQL changed, asked everything": { usual: 40, share: 2 },
  "any characters as table-source SQL, asked everything": { usual: 40, share: 2 },
  "pieces of table-source SQL, cut into statements": { usual: 2000, share: 3 },
  "job files changed, asked everything": { usual: 60, share: 3 },
  "any JSON as a job file, checked": { usual: 60, share: 2 },
  "definitions of table sources changed, asked everything": { usual: 80, share: 2 },
  "definitions of table sources changed, repaired": { usual: 20, share: 1 },
  "any JSON as a definition, checked": { usual: 60, share: 1 },
  "texts as strings of JSON": { usual: 80, share: 1 },
  "edits of strings of JSON": { usual: 200, share: 1 },
  "texts of a model, as Markdown": { usual: 300, share: 1 },
  "texts of a model, as code": { usual: 300, share: 1 },
  "model files changed, read": { usual: 200, share: 1 },
};

/**
 * The inputs of a soak that are a property's; those of all properties are as many as the soak makes, when that is a multiple
 * of 1,000.
 *
 * @param {keyof typeof languageShares} property
 * @param {number} inputs All that the soak makes.
 */
export function inputsOf(property, inputs) {
  return Math.max(1, Math.round((languageShares[property].share * inputs) / 1000));
}
