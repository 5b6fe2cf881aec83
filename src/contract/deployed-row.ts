import type { TProperties, TSchema } from "typebox";
import * as Type from "typebox";
import { fieldsOf, isRecord } from "../base/guards.ts";
import type { DeploymentProfile } from "./deployment-profile.ts";
import type { OperationDefinition } from "./operation.ts";
import { BulkUsersRequest } from "./user-schemas.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Parts of a request whose format may differ in a deployment. */
interface RequestParts {
  readonly query?: Fields | undefined;
  readonly body?: unknown;
}

/** An operation in the wire format of a deployment, with conversions from and to the format of the contract. */
export interface DeployedRow {
  /** The operation with the schemas of the wire format. */
  readonly row: OperationDefinition;
  /** Converts a request to the wire format. Throws DeployedFormError for a request that the format cannot express. */
  readonly requestToWire: (parts: RequestParts) => RequestParts;
  readonly requestFromWire: (parts: RequestParts) => RequestParts;
  readonly answerToWire: (answer: unknown) => unknown;
  readonly answerFromWire: (answer: unknown) => unknown;
}

/** A request that the wire format of the deployment cannot express. */
export class DeployedFormError extends Error {
  override readonly name = "DeployedFormError";
  readonly field: string;
  /** `problem` is the end of a sentence that begins with the field. */
  constructor(field: string, problem: string) {
    super(problem);
    this.field = field;
  }
}

type Differences = Partial<DeployedRow>;

/** Returns the wire format of an operation in a deployment; by default that of the contract. */
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

/** Sends the only field of the body as a query parameter instead. */
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

/** Sends `userIds`, with only the ids, instead of `users`. */
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

/** Renames the variants of `parameters` as in the deployment. */
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

/** Renames the variants in a response, which is one credential or a list of them. */
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

/** Returns functions that add the deployment's prefixes to enumeration values in a response, and remove them. */
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
