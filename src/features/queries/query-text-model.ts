import { type QueryOptions, readQueryOptionsBefore } from "../../languages/core/text/option-comments.ts";
import {
  blankComments,
  commentBeforeStatement,
  type StatementRange,
  splitStatements,
} from "../../languages/core/text/statements.ts";

/** Statement of a query file with its text, options and title. */
export interface Statement {
  readonly range: StatementRange;
  /** Text of the statement with comments replaced by blanks, so that offsets stay the same. */
  readonly text: string;
  /**
   * Text that is sent to the service. It is padded with blank lines and columns, so that positions in error messages
   * apply to the file.
   */
  readonly sent: string;
  /** Options for the response, read from the comments before the statement. */
  readonly options: QueryOptions;
  /** Short title of the statement: the comment before it, or else its metrics and dimensions. Never its text. */
  readonly title: string;
  /** URI of the file that contains the statement, if known. */
  readonly file?: string | undefined;
}

export function statementsOf(text: string, file?: string): Statement[] {
  return splitStatements(text).map((range, index) => statementIn(text, range, index, file));
}

/** Creates the statement at a range of a file. `index` is the number of statements before it. */
export function statementIn(text: string, range: StatementRange, index: number, file?: string): Statement {
  const body = blankComments(text.slice(range.start, range.end));
  const title = commentBeforeStatement(text, range) ?? defaultTitle(body, index);
  // Computed on demand: in a long file, each statement would otherwise store all lines before it.
  return {
    range,
    text: body,
    title,
    file,
    get options() {
      return readQueryOptionsBefore(text, range);
    },
    get sent() {
      return blankBefore(text, range) + body;
    },
  };
}

function blankBefore(text: string, { start }: StatementRange): string {
  const lines = text.slice(0, start).split("\n");
  return "\n".repeat(lines.length - 1) + " ".repeat(lines.at(-1)?.length ?? 0);
}

/** Maximum number of metrics, and of other columns, in a statement's title. */
const maxNames = 3;

/**
 * Returns a title for a statement, such as `employeeCount by Function` for an aggregate or `Employee: EmployeeID,
 * Full_Name` for a list.
 */
function defaultTitle(body: string, index: number): string {
  const [, items = "", from] = /^\s*SELECT\s+([\s\S]*?)\s+FROM\s+([A-Za-z_]\w*)/i.exec(body) ?? [];
  if (from === undefined) {
    return `Query ${index + 1}`;
  }
  // Splits at the commas outside parentheses and strings.
  const texts = items.match(/(?:"[^"]*"|'[^']*'|\((?:"[^"]*"|'[^']*'|[^()])*\)|[^,("'])+/g) ?? [];
  const named = texts.flatMap((text) => nameOf(text.trim()) ?? []);
  const metrics = named.filter(({ isMetric }) => isMetric).map(({ name }) => name);
  const others = named.filter(({ isMetric }) => !isMetric).map(({ name }) => name);
  const first = metrics.length > 0 ? listNames(metrics) : from;
  return others.length === 0 ? first : `${first}${metrics.length > 0 ? " by" : ":"} ${listNames(others)}`;
}

/**
 * Returns the name of an item of the SELECT list: its label, its metric or the last step of its path. Undefined for the
 * time column.
 */
function nameOf(item: string): { readonly name: string; readonly isMetric: boolean } | undefined {
  const [, text = "", label] = /^([\s\S]*?)(?:\s+AS\s+("[^"]*"|'[^']*'|\w+))?$/i.exec(item) ?? [];
  const level = /^level\s*\(\s*([\w.]+)/i.exec(text)?.[1];
  const metric = level === undefined ? /^(\w+)\s*\(/.exec(text)?.[1] : undefined;
  const name = level ?? metric ?? /^[\w.]+$/.exec(text)?.[0];
  if (name === undefined || name === "Service_Time") {
    return undefined;
  }
  return { name: label?.replace(/^["']|["']$/g, "") ?? name, isMetric: metric !== undefined };
}

function listNames(names: readonly string[]): string {
  return names.length > maxNames ? `${names.slice(0, maxNames).join(", ")}, …` : names.join(", ");
}

/**
 * Returns the statement at an offset. Between two statements, returns the earlier one; before the first statement, the
 * first one.
 */
export function statementAt(statements: readonly Statement[], offset: number): Statement | undefined {
  const containing = statements.find(({ range }) => range.start <= offset && offset <= range.end);
  return containing ?? statements.findLast(({ range }) => range.start <= offset) ?? statements[0];
}

/** Parses the file position in an error message of the service. Line and character are zero-based. */
export function positionInMessage(message: string): { readonly line: number; readonly character: number } | undefined {
  const match = /\bline (\d+), column (\d+)/.exec(message);
  return match ? { line: Number(match[1]) - 1, character: Number(match[2]) - 1 } : undefined;
}
