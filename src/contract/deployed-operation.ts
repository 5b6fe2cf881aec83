import type { TProperties, TSchema } from "typebox";
import * as Type from "typebox";
import { fieldsOf, isRecord } from "../base/guards.ts";
import type { DeploymentProfile } from "./deployment-profile.ts";
import type { OperationDefinition } from "./operation.ts";
import { BulkUsersRequest } from "./users.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Query parameters and body of a request, whose format may differ in a deployment of the service. */
interface RequestParts {
  readonly query?: Fields | undefined;
  readonly body?: unknown;
}

/**
 * Operation as a particular deployment of the service defines it, with functions that convert requests and responses
 * from and to the standard format.
 */
export interface DeployedOperation {
  /** Definition of the operation with the deployment's schemas. */
  readonly row: OperationDefinition;
  /**
   * Converts a request to the deployment's format. Throws WireFormatError if that format cannot express the request.
   */
  readonly requestToWire: (parts: RequestParts) => RequestParts;
  readonly requestFromWire: (parts: RequestParts) => RequestParts;
  readonly answerToWire: (answer: unknown) => unknown;
  readonly answerFromWire: (answer: unknown) => unknown;
}

/** Error for a request that cannot be expressed in a deployment's format. */
export class WireFormatError extends Error {
  override readonly name = "WireFormatError";
  readonly field: string;
  /** `problem` is the predicate of the error message, whose subject is the name of the field. */
  constructor(field: string, problem: string) {
    super(problem);
    this.field = field;
  }
}

type Differences = Partial<DeployedOperation>;

/** Returns an operation as a deployment of the service defines it. By default, this is the standard definition. */
export function createDeployedOperation(
  profile: DeploymentProfile,
  name: string,
  row: OperationDefinition,
): DeployedOperation {
  const values = answerValues(profile, row);
  const { answerToWire = unchanged, answerFromWire = unchanged, ...requests } = requestDifferences(profile, name, row);
  return {
    row,
    requestToWire: unchanged,
    requestFromWire: unchanged,
    ...requests,
    answerToWire: (answer) => values.add(answerToWire(answer)),
    answerFromWire: (answer) => answerFromWire(values.remove(answer)),
  };
}

function unchanged<Value>(value: Value): Value {
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

/** Converts requests whose body has a single field: the deployment expects this field as a query parameter. */
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

/** Converts requests with a list `users`: the deployment expects a list `userIds` that contains only the ids. */
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
    throw new WireFormatError(
      `body.users[${index}].userId`,
      "is missing, and the deployment deletes users by their ids alone",
    );
  }
  return userId;
}

/** Renames the variants of `parameters` to the names that a deployment uses. */
function renamedDestinations(
  row: OperationDefinition,
  names: NonNullable<DeploymentProfile["exportDestinations"]>,
): Differences {
  const toWire = new Map(Object.entries(names));
  const fromWire = new Map(Object.entries(names).map(([key, name]) => [name, key]));
  const { body } = row;
  const isJson = body?.type === "application/json";
  return {
    ...(isJson && { row: { ...row, body: { ...body, schema: renameDestinations(body.schema, toWire) } } }),
    requestToWire: (parts) => ({ ...parts, body: renameParameters(parts.body, toWire) }),
    requestFromWire: (parts) => ({ ...parts, body: renameParameters(parts.body, fromWire) }),
    answerToWire: (answer) => renameInResponse(answer, toWire),
    answerFromWire: (answer) => renameInResponse(answer, fromWire),
  };
}

type Renaming = ReadonlyMap<string, string>;

function renameDestinations(schema: TSchema, names: Renaming): TSchema {
  const { parameters, ...others } = propertiesOf(schema);
  const renamed = { ...parameters, properties: renamedKeys(propertiesOf(parameters), names) };
  return { ...schema, properties: { ...others, parameters: renamed } } as TSchema;
}

/** Renames the variants of `parameters` in a response, which is one credential or a list of credentials. */
function renameInResponse(answer: unknown, names: Renaming): unknown {
  const { credentials } = fieldsOf(answer);
  return Array.isArray(credentials)
    ? { ...fieldsOf(answer), credentials: credentials.map((one: unknown) => renameParameters(one, names)) }
    : renameParameters(answer, names);
}

function renameParameters(value: unknown, names: Renaming): unknown {
  const { parameters, ...others } = fieldsOf(value);
  return parameters === undefined || parameters === null
    ? value
    : { ...others, parameters: renamedKeys(fieldsOf(parameters), names) };
}

function renamedKeys(fields: Fields, names: Renaming): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [names.get(name) ?? name, value]));
}

/**
 * Returns two functions for the enumeration values in a response: one adds the deployment's prefixes, the other removes
 * them.
 */
function answerValues({ answerPrefixes: prefixes }: DeploymentProfile, { answers }: OperationDefinition) {
  const schema = answers["application/json"];
  if (!prefixes || typeof schema !== "object") {
    return { add: unchanged<unknown>, remove: unchanged<unknown> };
  }
  const prefixOf = (set: string): string => (prefixes as Readonly<Record<string, string | undefined>>)[set] ?? "";
  const remove = (set: string, word: string) =>
    word.startsWith(prefixOf(set)) ? word.slice(prefixOf(set).length) : word;
  return {
    add: (answer: unknown) => convertValues(schema, answer, (set, word) => prefixOf(set) + word),
    remove: (answer: unknown) => convertValues(schema, answer, remove),
  };
}

type ConvertValue = (set: string, word: string) => string;

function convertValues(schema: TSchema, value: unknown, change: ConvertValue): unknown {
  const { "x-words": set, items } = schema as { readonly "x-words"?: string; readonly items?: TSchema };
  if (set !== undefined) {
    return typeof value === "string" ? change(set, value) : value;
  }
  if (Array.isArray(value)) {
    return items ? value.map((item: unknown) => convertValues(items, item, change)) : value;
  }
  const properties = propertiesOf(schema);
  if (!isRecord(value) || Object.keys(properties).length === 0) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const schemaOfPart = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, schemaOfPart ? convertValues(schemaOfPart, part, change) : part];
    }),
  );
}

function propertiesOf(schema: unknown): TProperties {
  const { properties } = fieldsOf(schema);
  return fieldsOf(properties) as TProperties;
}
