import { ResultError } from "./result-error.ts";

/** A call of `result('...')` in a text. */
export interface ResultCall {
  /** Bytes before it. */
  readonly offset: number;
  /** What stands between the quotes. */
  readonly name: string;
  readonly hasAlias: boolean;
}

type Node = Readonly<Record<string, unknown>>;

/** Functions of FROM that read nothing but their arguments. */
const plainTableFunctions = new Set(["unnest", "range", "generate_series"]);
/** Functions that tell of the process, or change it. */
const refusedFunctions = new Set([
  "current_setting",
  "getenv",
  "getvariable",
  "nextval",
  "currval",
  "write_log",
  "in_search_path",
  "current_schemas",
]);

/**
 * Looks through the syntax tree that DuckDB makes of a text: one SELECT that reads results, its own named queries, and
 * nothing else. Gives the results it reads; throws `badQuery`.
 */
export function checkScratch(tree: string): readonly ResultCall[] {
  const {
    error,
    error_message: problem,
    statements,
  } = JSON.parse(tree) as {
    readonly error: boolean;
    readonly error_message?: string;
    readonly statements?: readonly Node[];
  };
  if (error || !statements) {
    throw refusal(
      problem === undefined || /only select/i.test(problem)
        ? "only one SELECT can be run here; results are not changed, and nothing else is reached"
        : problem,
    );
  }
  if (statements.length !== 1) {
    throw refusal(`one SELECT can be run at a time, and there are ${statements.length} statements. Select one of them`);
  }
  const nodes = [...nodesIn(statements[0])];
  const queries = new Set(nodes.flatMap((node) => namedQueriesOf(node)).map((name) => name.toLowerCase()));
  return nodes.flatMap((node) => checkNode(node, queries));
}

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const item of value) {
      yield* nodesIn(item);
    }
  } else if (typeof value === "object" && value !== null) {
    yield value as Node;
    for (const member of Object.values(value)) {
      yield* nodesIn(member);
    }
  }
}

/** Names of a WITH. */
function namedQueriesOf({ cte_map: queries, type, cte_name: name }: Node): string[] {
  const map = (queries as { readonly map?: readonly { readonly key?: unknown }[] } | undefined)?.map ?? [];
  const named = map.flatMap(({ key }) => (typeof key === "string" ? [key] : []));
  return (type === "RECURSIVE_CTE_NODE" || type === "CTE_NODE") && typeof name === "string" ? [...named, name] : named;
}

function checkNode(node: Node, queries: ReadonlySet<string>): ResultCall[] {
  switch (node["type"]) {
    case "BASE_TABLE": {
      const name = String(node["table_name"]);
      const isNamed = node["schema_name"] === "" && node["catalog_name"] === "" && queries.has(name.toLowerCase());
      if (!isNamed) {
        throw refusal(`there is no table "${name}" here. Name an open result, such as FROM result('${name}')`);
      }
      return [];
    }
    case "TABLE_FUNCTION":
      return checkTableFunction(node);
    case "SHOW_REF":
      throw refusal("only results can be read. Write a SELECT, such as FROM result('name')");
    case "FUNCTION": {
      const name = String(node["function_name"]).toLowerCase();
      if (refusedFunctions.has(name)) {
        throw refusal(`the function ${name} cannot be used here`);
      }
      return [];
    }
    default:
      return [];
  }
}

function checkTableFunction({ function: called, alias }: Node): ResultCall[] {
  const call = called as Node;
  const name = String(call["function_name"]).toLowerCase();
  if (plainTableFunctions.has(name) && call["schema"] === "") {
    return [];
  }
  if (name !== "result") {
    throw refusal(`the function ${name} cannot be used here: only results can be read, no files and no network`);
  }
  const [argument, ...others] = call["children"] as readonly Node[];
  const value = (argument?.["value"] as Node | undefined)?.["value"];
  if (argument?.["type"] !== "VALUE_CONSTANT" || typeof value !== "string" || others.length > 0) {
    throw refusal("a result is named by one text, such as FROM result('headcount')");
  }
  return [{ offset: Number(call["query_location"]), name: value, hasAlias: alias !== "" }];
}

function refusal(reason: string): ResultError {
  return new ResultError(`Scratch query: ${reason}.`, { code: "badQuery" });
}
