// The page of operations in docs/spec, made from the rows of the contract.

/**
 * A table for each area of the service, with method, path and parameters of each operation.
 *
 * @param {Readonly<Record<string, import("../src/contract/operation.ts").OperationDefinition>>} contract
 * @param {readonly { readonly title: string; readonly operations: readonly string[] }[]} groups
 */
export function formatOperations(contract, groups) {
  const areas = groups.map(({ title, operations }) =>
    [
      `## ${title}`,
      "",
      "| Operation | Name | Method and path | Query | Body | Answer |",
      "|---|---|---|---|---|---|",
      ...operations.map((name) => row(name, contract[name])),
    ].join("\n"),
  );
  return `${[introduction, ...areas].join("\n\n")}\n`;
}

const introduction = `# Operations

Written by \`npm run generate\` from the rows of \`src/contract\`; what they mean is in [service-api.md](service-api.md).

- \`?\` marks what may be left out, and \`=\` a default.
- A method, path, body or answer in *italics* is not part of the published interface and was assumed; a deployment profile may name others.
- Every path begins at the base address of the deployment.`;

/**
 * @param {string} name
 * @param {import("../src/contract/operation.ts").OperationDefinition | undefined} definition
 */
function row(name, definition) {
  if (definition === undefined) {
    throw new Error(`No row of the contract is named ${name}.`);
  }
  const { title, route, query = {}, body, answers, status, assumed = [] } = definition;
  const isAssumedRoute = assumed.includes("route") || assumed.includes("method");
  const cells = [
    title,
    `\`${name}\``,
    italic(`\`${route}\``, isAssumedRoute),
    Object.entries(query)
      .map(([key, schema]) => parameter(key, schema, "~optional" in schema))
      .join(", "),
    body === undefined ? "" : italic(bodyText(body), assumed.includes("body")),
    italic(answerText(status, answers), assumed.includes("answers")),
  ];
  return `| ${cells.join(" | ")} |`;
}

/**
 * @param {number | undefined} status
 * @param {object} answers
 */
function answerText(status, answers) {
  const types = Object.keys(answers)
    .map((type) => `\`${type}\``)
    .join(", ");
  return status === undefined ? types : `${status}, ${types}`;
}

/** @param {import("../src/contract/operation.ts").RequestBody} body */
function bodyText({ type, schema }) {
  if (typeof schema === "symbol") {
    return `\`${type}\``;
  }
  const { properties = {}, required = [], type: kind } = /** @type {ObjectSchema} */ (schema);
  const fields = Object.keys(properties).map((key) => parameter(key, {}, !required.includes(key)));
  const shape = kind === "array" ? "an array" : fields.join(", ");
  return type === "application/json" ? shape : `\`${type}\`: ${shape}`;
}

/** @typedef {{ type?: string; properties?: object; required?: readonly string[] }} ObjectSchema */

/**
 * @param {string} name
 * @param {{ default?: unknown }} schema
 * @param {boolean} isOptional
 */
function parameter(name, schema, isOptional) {
  if (schema.default !== undefined) {
    return `\`${name}\` = ${schema.default}`;
  }
  return isOptional ? `\`${name}\`?` : `\`${name}\``;
}

/**
 * @param {string} text
 * @param {boolean} isItalic
 */
function italic(text, isItalic) {
  return isItalic ? `*${text}*` : text;
}
