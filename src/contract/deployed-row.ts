import type { TProperties, TSchema } from "typebox";
import * as Type from "typebox";
import { fieldsOf, isRecord } from "../base/guards.ts";
import type { DeploymentProfile } from "./deployment-profile.ts";
import type { OperationDefinition } from "./operation.ts";
import { BulkUsersRequest } from "./user-schemas.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The parts of a request that a deployment may write in another way. */
interface RequestParts {
  readonly query?: Fields | undefined;
  readonly body?: unknown;
}

/** An operation as a deployment has it on the wire, and the ways between its form and the contract's. */
export interface DeployedRow {
  /** What requests look like on the wire. */
  readonly row: OperationDefinition;
  /** Throws DeployedFormError for what the deployment has no form for. */
  readonly requestToWire: (parts: RequestParts) => RequestParts;
  readonly requestFromWire: (parts: RequestParts) => RequestParts;
  readonly answerToWire: (answer: unknown) => unknown;
  readonly answerFromWire: (answer: unknown) => unknown;
}

/** A request that the deployment's form cannot carry. */
export class DeployedFormError extends Error {
  override readonly name = "DeployedFormError";
  readonly field: string;
  /** `problem` follows the name of the field. */
  constructor(field: string, problem: string) {
    super(problem);
    this.field = field;
  }
}

type Differences = Partial<DeployedRow>;

/** The operation as the profile has it; the contract's own row and form where the profile says nothing of it. */
export function deployedRow(profile: DeploymentProfile, name: string, row: OperationDefinition): DeployedRow {
  const words = answerValues(profile, row);
  const { answerToWire = same, answerFromWire = same, ...requests } = requestDifferences(profile, name, row);
  return {
    row,
    requestToWire: same,
    requestFromWire: same,
    ...requests,
    answerToWire: (answer) => words.add(answerToWire(answer)),
    answerFromWire: (answer) => answerFromWire(words.remove(answer)),
  };
}

function same<Value>(value: Value): Value {
  return value;
}

function requestDifferences(profile: DeploymentProfile, name: string, row: OperationDefinition): Differences {
  switch (name) {
    case "loadIntakeSampleData":
      return profile.sampleNameIn === "query" ? sampleNameInQuery(row) : {};
    case "deleteUsers":
      return profile.deletedUsers === "userIds" ? usersById(row) : {};
    case "listExportCredentials":
    case "getExportCredential":
    case "createExportCredential":
    case "updateExportCredential":
    case "validateExportCredential":
    case "deleteExportCredential":
      return profile.exportDestinations ? renamedDestinations(row, profile.exportDestinations) : {};
    default:
      return {};
  }
}

/** The one field of the body as a query parameter, and no body. */
function sampleNameInQuery({ body, ...row }: OperationDefinition): Differences {
  const { sampleName } = propertiesOf(body?.schema);
  return {
    row: { ...row, query: { ...row.query, ...(sampleName && { sampleName }) } },
    requestToWire: ({ body: sent, query, ...parts }) => ({ ...parts, query: { ...query, ...fieldsOf(sent) } }),
    requestFromWire: ({ query = {}, ...parts }) => {
      const { sampleName: name, ...others } = query;
      return { ...parts, query: others, body: name === undefined ? {} : { sampleName: name } };
    },
  };
}

/** `userIds` with the ids alone in place of `users`. */
function usersById(row: OperationDefinition): Differences {
  const { maxItems } = propertiesOf(BulkUsersRequest).users as { readonly maxItems?: number };
  const userIds = Type.Optional(Type.Array(Type.String(), maxItems === undefined ? {} : { maxItems }));
  return {
    row: { ...row, body: { type: "application/json", schema: Type.Object({ userIds }) } },
    requestToWire: ({ body, ...parts }) => {
      const { users, ...others } = fieldsOf(body);
      const ids = Array.isArray(users) ? users.map(idOfUser) : undefined;
      return { ...parts, body: { ...others, ...(ids && { userIds: ids }) } };
    },
    requestFromWire: ({ body, ...parts }) => {
      const { userIds: ids, ...others } = fieldsOf(body);
      return {
        ...parts,
        body: { ...others, ...(Array.isArray(ids) && { users: ids.map((userId: unknown) => ({ userId })) }) },
      };
    },
  };
}

function idOfUser(user: unknown, index: number): unknown {
  const { userId } = fieldsOf(user);
  if (userId === undefined) {
    throw new DeployedFormError(
      `body.users[${index}].userId`,
      "is missing, and the deployment deletes users by their ids alone",
    );
  }
  return userId;
}

/** The variants of `parameters` under the deployment's keys. */
function renamedDestinations(
  row: OperationDefinition,
  names: NonNullable<DeploymentProfile["exportDestinations"]>,
): Differences {
  const toWire = new Map(Object.entries(names));
  const fromWire = new Map(Object.entries(names).map(([key, name]) => [name, key]));
  const { body } = row;
  const isJson = body?.type === "application/json";
  return {
    ...(isJson && { row: { ...row, body: { ...body, schema: withDestinations(body.schema, toWire) } } }),
    requestToWire: (parts) => ({ ...parts, body: inParameters(parts.body, toWire) }),
    requestFromWire: (parts) => ({ ...parts, body: inParameters(parts.body, fromWire) }),
    answerToWire: (answer) => inCredentials(answer, toWire),
    answerFromWire: (answer) => inCredentials(answer, fromWire),
  };
}

type Renaming = ReadonlyMap<string, string>;

function withDestinations(schema: TSchema, names: Renaming): TSchema {
  const { parameters, ...others } = propertiesOf(schema);
  const renamed = { ...parameters, properties: renamedKeys(propertiesOf(parameters), names) };
  return { ...schema, properties: { ...others, parameters: renamed } } as TSchema;
}

/** An answer is one credential or a list of them. */
function inCredentials(answer: unknown, names: Renaming): unknown {
  const { credentials } = fieldsOf(answer);
  return Array.isArray(credentials)
    ? { ...fieldsOf(answer), credentials: credentials.map((one: unknown) => inParameters(one, names)) }
    : inParameters(answer, names);
}

function inParameters(value: unknown, names: Renaming): unknown {
  const { parameters, ...others } = fieldsOf(value);
  return parameters === undefined || parameters === null
    ? value
    : { ...others, parameters: renamedKeys(fieldsOf(parameters), names) };
}

function renamedKeys(fields: Fields, names: Renaming): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [names.get(name) ?? name, value]));
}

/** Puts the deployment's prefixes before the words of an answer, and takes them away. */
function answerValues({ answerPrefixes: prefixes }: DeploymentProfile, { answers }: OperationDefinition) {
  const schema = answers["application/json"];
  if (!prefixes || typeof schema !== "object") {
    return { add: same<unknown>, remove: same<unknown> };
  }
  const prefixOf = (set: string): string => (prefixes as Readonly<Record<string, string | undefined>>)[set] ?? "";
  const remove = (set: string, word: string) =>
    word.startsWith(prefixOf(set)) ? word.slice(prefixOf(set).length) : word;
  return {
    add: (answer: unknown) => changedWords(schema, answer, (set, word) => prefixOf(set) + word),
    remove: (answer: unknown) => changedWords(schema, answer, remove),
  };
}

type ChangeWord = (set: string, word: string) => string;

function changedWords(schema: TSchema, value: unknown, change: ChangeWord): unknown {
  const { "x-words": set, items } = schema as { readonly "x-words"?: string; readonly items?: TSchema };
  if (set !== undefined) {
    return typeof value === "string" ? change(set, value) : value;
  }
  if (Array.isArray(value)) {
    return items ? value.map((item: unknown) => changedWords(items, item, change)) : value;
  }
  const properties = propertiesOf(schema);
  if (!isRecord(value) || Object.keys(properties).length === 0) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const schemaOfPart = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, schemaOfPart ? changedWords(schemaOfPart, part, change) : part];
    }),
  );
}

function propertiesOf(schema: unknown): TProperties {
  const { properties } = fieldsOf(schema);
  return fieldsOf(properties) as TProperties;
}
