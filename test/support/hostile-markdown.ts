/** What VS Code makes links of in an editor of Markdown: the patterns of its built-in language server for Markdown. */
const inlineLink =
  /(?<!\\)(!?\[(?:[^[\]\\]|\\.|\[[^[\]]*\])*\])(\(\s*)([^\s()<](?:[^\s()]|\([^\s()]*?\))*|<(?:\\[<>]|[^<>])+>)\s*(?<title>"[^"]*"|'[^']*'|\([^()]*\))?\s*\)/g;
const reference =
  /(?<![\]\\])(?:(?<prefix>!?\[(?<text>(?:\\.|[^[\]\\]|\[[^[\]]*\])*)\]\[\s*)(?<ref>(?:[^\\\]]|\\.)*?)\]|\[(?!!)\s*(?<shorthand>(?:\\.|[^[\]\n\\])+?)\s*\])(?![(])/gm;
const definition = /^([\t ]*(?<!\\)\[(?!\^)((?:\\\]|\\\[|[^\][\n])+)\]:[\t ]*)([^<]\S*|<(?:\\[<>]|[^<>])+>)/gm;
const autoLink = /(?<!\\)<(\w+:[^>\s]+)>/g;
/** VS Code parses HTML; this finds at least what it finds. */
const htmlLink = /<[a-z][^<>]*[\s/](?:href|src|data|poster|cite|background|longdesc|action|srcset|xlink:href)\s*=/gi;

/**
 * The links that VS Code makes in an editor of Markdown. A reference is one where a definition of its name exists. Links
 * in code count too, although VS Code leaves them out, since a text may end the code that it stands in.
 */
export function editorLinks(text: string): string[] {
  const definitions = [...text.matchAll(definition)];
  const defined = new Set(definitions.map(([, , name = ""]) => name.trim().toLowerCase()));
  const references = [...text.matchAll(reference)].filter(({ groups: { ref, text: label, shorthand } = {} }) =>
    defined.has((ref || label || shorthand || "").trim().toLowerCase()),
  );
  const others = [inlineLink, autoLink, htmlLink].flatMap((pattern) => [...text.matchAll(pattern)]);
  return [...definitions, ...references, ...others].map(([whole]) => whole);
}

/** Texts of others of each of which VS Code makes a link in an editor of Markdown. */
export const hostileMarkdown: readonly string[] = [
  "[a](command:b)",
  "[a]( <command:b c> 'title' )",
  "![a](https://evil.example/p.png)",
  "[![a](https://evil.example/p.png)](command:b)",
  "[a [b] \\] c](command:d)",
  "[]](command:a) [](command:a)",
  "[a\nb](\ncommand:c\n)",
  "[a][b]\n\n[b]: command:c",
  "[b][]\n[b]:command:c",
  "[b]\n  [b]: <command:c>",
  "[a\\]b]: command:x.y",
  "[a\\[b\\]]: command:x.y",
  "[a\\]: command:x.y",
  "[a\\\\]: command:x.y",
  "\t[b]:\tcommand:c 'title'",
  "x\r[b]: command:c",
  "x\u2028[b]: command:c",
  "[b\u2029c]: command:c",
  "[`a`]: command:b",
  '["a"]: command:b',
  "[(a)]: command:b",
  "[0]::command:b",
  "<command:a.b>",
  "<COMMAND:a>",
  "<x1_y:a>",
  "<1:a>",
  '<a href="command:a">b</a>',
  '<A\tHREF="command:a">b</A>',
  '<img\nsrc="https://evil.example/p.png">',
  '<img/src="https://evil.example/p.png">',
  '<video\u00a0poster="https://evil.example/p.png">',
];

/** What a service, a user or a workspace may call a thing. */
export const hostileTexts: readonly string[] = [
  "![p](https://evil.example/p.png)",
  "[a](command:workbench.action.terminal.new)",
  "<img src=x onerror=1>",
  "<command:a>",
  "https://evil.example/a",
  "www.evil.example",
  "me@evil.example",
  "a`b ![p](https://evil.example/p.png) `c",
  "x | ![p](https://evil.example/p.png) |",
  "a\n\n# ![p](https://evil.example/p.png)",
  "[a]: https://evil.example",
  "``` ![p](https://evil.example/p.png)",
];

/** What is left of Markdown that can be a link, an image, HTML or an address, once code and escaped signs are taken out. */
export function livingMarkdown(markdown: string): string[] {
  const plain = markdown.replace(/\\[!-/:-@[-`{-~]/g, "").replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, "");
  return plain.match(/!?\[|\]\(|<[a-z/]|[a-z]+:\/\/|www\.|\w@\w/gi) ?? [];
}
