const small =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** A whole number below a hundred in English words: for `forty-two` this is 42. */
export function readNumberWords(text: string): number | undefined {
  const [first = "", second, ...others] = text
    .trim()
    .toLowerCase()
    .split(/[\s-]+/);
  const ten = tens.indexOf(first);
  if (others.length > 0) {
    return undefined;
  }
  if (second === undefined) {
    return ten >= 0 ? (ten + 2) * 10 : valid(small.indexOf(first));
  }
  const one = small.indexOf(second);
  return ten >= 0 && one >= 1 && one <= 9 ? (ten + 2) * 10 + one : undefined;
}

function valid(index: number): number | undefined {
  return index >= 0 ? index : undefined;
}
