import type { LayoutStep, LexemeGap, LexemeStep } from "./lexemes.ts";

/** Line width in columns. Longer groups are broken at the gaps that allow a line break. */
const lineWidth = 100;
const indentText = "  ";

/**
 * Returns the white space before each token or comment of a layout, except the first one, whose position the caller
 * chooses.
 */
export function computeLexemeGaps(steps: readonly LayoutStep[], lineEnd: string): ReadonlyMap<LexemeStep, string> {
  const gaps = new Map<LexemeStep, string>();
  const broken: boolean[] = [];
  let indent = "";
  let column = 0;
  let gap: "line end" | " " | "" = "";
  let isFirst = true;
  for (const [index, step] of steps.entries()) {
    switch (step.kind) {
      case "open":
        broken.push(step.isBroken || !fits(steps, index, lineWidth - column - (gap === " " ? 1 : 0)));
        break;
      case "close":
        broken.pop();
        break;
      case "indent":
        indent += indentText;
        break;
      case "outdent":
        indent = indent.slice(indentText.length);
        break;
      case "gap":
        gap =
          step.gap === "hard" || (isBreakable(step.gap) && broken.at(-1)) ? "line end" : isSpace(step.gap) ? " " : "";
        break;
      default:
        if (!isFirst) {
          const isNewLine = step.isForced || gap === "line end";
          gaps.set(step, isNewLine ? lineEnd + indent : gap);
          column = isNewLine ? indent.length : column + gap.length;
        }
        column = columnAfter(step, column);
        gap = "";
        isFirst = false;
    }
  }
  return gaps;
}

function isBreakable(gap: LexemeGap): boolean {
  return gap === "line" || gap === "soft";
}

function isSpace(gap: LexemeGap): boolean {
  return gap === "line" || gap === "space";
}

function columnAfter({ text, width }: LexemeStep, column: number): number {
  const lastLine = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));
  return lastLine < 0 ? column + width : text.length - lastLine - 1;
}

/** Whether a group and the text that directly follows it fit in the remaining columns of the line. */
function fits(steps: readonly LayoutStep[], open: number, columns: number): boolean {
  let left = columns;
  let depth = 0;
  let isInside = true;
  for (let index = open; index < steps.length && left >= 0; index++) {
    const step = steps[index];
    if (step?.kind === "open") {
      depth++;
      // A broken group breaks the groups around it.
      if (isInside && step.isBroken) {
        return false;
      }
    } else if (step?.kind === "close") {
      depth--;
      isInside &&= depth > 0;
    } else if (step?.kind === "gap") {
      if (step.gap === "hard" || (!isInside && isBreakable(step.gap))) {
        return !isInside;
      }
      left -= isSpace(step.gap) ? 1 : 0;
    } else if (step?.kind === "lexeme") {
      if (step.isForced || (isInside && /[\r\n]/.test(step.text))) {
        return !isInside;
      }
      left -= step.width;
    }
  }
  return left >= 0;
}
