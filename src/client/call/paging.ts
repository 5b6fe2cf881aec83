import { isDeepStrictEqual } from "node:util";
import { fieldsOf } from "../../base/guards.ts";
import type { ArgumentsOf, OperationDefinition } from "../../contract/operation.ts";
import { InvalidArgumentsError, MalformedError } from "../interface/errors.ts";
import type { AnyArguments, CallOptions, DefaultAccept, OperationMethod, ResponseFor } from "../interface/method.ts";

/** Options for reading all pages. */
interface PagesOptions<Page> extends Omit<CallOptions, "accept"> {
  /** Returns the number of results in a page; by default the length of its only list. */
  readonly count?: ((page: Page) => number) | undefined;
}

type PageOf<Row extends OperationDefinition> = ResponseFor<Row, DefaultAccept<Row>>;

type ItemOf<Page> = {
  [Name in keyof Page]-?: NonNullable<Page[Name]> extends readonly (infer Item)[] ? Item : never;
}[keyof Page];

interface PageFields {
  readonly part: "query" | "body";
  readonly first: "start" | "offset";
  readonly defaultLimit: number;
}

const defaultPageSize = 100;
/**
 * Upper bound of results, to stop a faulty server that never ends its listing, because many callers store all results.
 */
const maxResults = 200_000;

/**
 * Requests one page after another by `limit` and `start` or `offset`, in query or body, until a page has fewer results
 * than the limit (service-api, "Conventions"). Yields a single page for an operation without these parameters. Throws
 * the errors of its calls. Throws MalformedError when the server repeats a page or returns a limit below 1.
 */
export async function* readAllPages<Row extends OperationDefinition>(
  method: OperationMethod<Row>,
  args: ArgumentsOf<Row>,
  options: PagesOptions<PageOf<Row>> = {},
): AsyncGenerator<PageOf<Row>, void, undefined> {
  const { count = lengthOfOnlyList, ...callOptions } = options;
  const fields = pageFields(method.row);
  const given: AnyArguments = args;
  const call = method as unknown as (args: AnyArguments, options: CallOptions) => Promise<PageOf<Row>>;
  if (!fields) {
    yield await call(given, callOptions);
    return;
  }
  const asked = fieldsOf(given[fields.part]);
  const limit = numberOf(method.operation, fields, "limit", asked.limit) ?? fields.defaultLimit;
  let start = numberOf(method.operation, fields, fields.first, asked[fields.first]) ?? 0;
  let last: unknown;
  for (let results = 0; results <= maxResults; ) {
    const page = await call({ ...given, [fields.part]: { ...asked, limit, [fields.first]: start } }, callOptions);
    const length = count(page);
    if (length > 0 && isDeepStrictEqual(page, last)) {
      throw new MalformedError(
        method.operation,
        `the page from ${fields.first} ${start} on is the same as the one before it, so the listing would never end`,
      );
    }
    last = page;
    yield page;
    // Some servers reduce the limit and return the reduced one.
    const served = fieldsOf(page).limit;
    if (typeof served === "number" && served < 1 && length > 0) {
      throw new MalformedError(method.operation, `its limit is ${served}, so the listing would never end`);
    }
    if (length === 0 || length < (typeof served === "number" ? Math.min(served, limit) : limit)) {
      return;
    }
    start += length;
    results += length;
  }
  throw new MalformedError(method.operation, `it lists more than ${maxResults} results`);
}

/** Yields the results of all pages: the items of the only list in each page. */
export async function* readAllItems<Row extends OperationDefinition>(
  method: OperationMethod<Row>,
  args: ArgumentsOf<Row>,
  options: Omit<PagesOptions<PageOf<Row>>, "count"> = {},
): AsyncGenerator<ItemOf<PageOf<Row>>, void, undefined> {
  for await (const page of readAllPages(method, args, options)) {
    yield* onlyList(page) as ItemOf<PageOf<Row>>[];
  }
}

function pageFields(row: OperationDefinition): PageFields | undefined {
  const schema = row.body?.type === "application/json" ? row.body.schema : undefined;
  const inBody = schema && "properties" in schema ? schema.properties : undefined;
  for (const [part, properties] of [
    ["query", row.query],
    ["body", inBody],
  ] as const) {
    const known = fieldsOf(properties);
    const first = known.start ? "start" : known.offset ? "offset" : undefined;
    if (known.limit && first) {
      const defaultLimit = fieldsOf(known.limit).default;
      return { part, first, defaultLimit: typeof defaultLimit === "number" ? defaultLimit : defaultPageSize };
    }
  }
  return undefined;
}

function onlyList(page: unknown): readonly unknown[] {
  const lists = Object.values(fieldsOf(page)).filter(Array.isArray);
  return lists[0] ?? [];
}

function lengthOfOnlyList(page: unknown): number {
  return onlyList(page).length;
}

function numberOf(operation: string, { part }: PageFields, name: string, value: unknown): number | undefined {
  if (value !== undefined && (typeof value !== "number" || !Number.isInteger(value))) {
    throw new InvalidArgumentsError(operation, `${part}.${name}`, "must be an integer");
  }
  return value;
}
