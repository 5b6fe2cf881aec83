/** Splits a text such as `a:int,b:map<int,int>` at the commas that stand in no brackets, round or angle ones. */
export function splitOutsideBrackets(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? "";
    depth += "<(".includes(character) ? 1 : ">)".includes(character) ? -1 : 0;
    if (character === "," && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}
