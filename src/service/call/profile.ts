import { readFile } from "node:fs/promises";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { contract } from "../../contract/contract.ts";
import { cookieNamesOf, DeploymentProfile } from "../../contract/deployment-profile.ts";
import type { OperationDefinition } from "../../contract/operation.ts";

/** A deployment profile in which every missing field has its default. */
export interface ResolvedProfile {
  readonly routes: ReadonlyMap<string, OperationDefinition["route"]>;
  readonly timeColumn: string;
  readonly cookies: { readonly asid: string; readonly impersonation: string };
  /** Prefix of the service's own claims. */
  readonly claimPrefix: string;
  /** Prefix of the service's own grant types. */
  readonly grantPrefix: string;
  /**
   * Differences between the deployment's requests and responses and those of the contract (see
   * contract/deployed-operation.ts).
   */
  readonly forms: Pick<DeploymentProfile, "sampleNameIn" | "deletedUsers" | "exportDestinations" | "answerPrefixes">;
}

/** Prefix of grant types in the specification and in the schemas of the contract. */
export const standardGrantPrefix = "urn:service:params:oauth:grant-type:";

/** Error for an invalid profile file. The message names the invalid field and the reason. */
export class ProfileError extends Error {
  override readonly name = "ProfileError";
}

// Rejects unknown properties, because they are most likely typing errors.
const validator = Compile(Type.With(DeploymentProfile, { additionalProperties: false }));

/** Reads the file of a deployment profile. Throws a `ProfileError`. */
export async function readDeploymentProfile(path: string): Promise<ResolvedProfile> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new ProfileError(`The deployment profile ${path} cannot be read.`, { cause: error });
  }
  return parseDeploymentProfile(text);
}

/** Parses the JSON of a deployment profile and fills in defaults. Throws a `ProfileError`. */
export function parseDeploymentProfile(text: string): ResolvedProfile {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new ProfileError("The deployment profile is not JSON.", { cause: error });
  }
  if (!validator.Check(document)) {
    const problems = validator.Errors(document).map(({ instancePath, message, params }) => {
      const names = "additionalProperties" in params ? ` (${params.additionalProperties})` : "";
      return `${instancePath || "the profile"} ${message}${names}`;
    });
    throw new ProfileError(`The deployment profile is invalid: ${problems.join("; ")}.`);
  }
  return createResolvedProfile(document);
}

/** Fills in the defaults of a deployment profile. Throws a `ProfileError`. */
export function createResolvedProfile(document: DeploymentProfile = {}): ResolvedProfile {
  const cookies = cookieNamesOf(document);
  const { routes, timeColumn, cookies: _, claimPrefix, grantPrefix, ...forms } = document;
  checkDestinations(forms.exportDestinations ?? {});
  for (const name of Object.values(cookies)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      throw new ProfileError(
        `The deployment profile has the cookie name "${name}", which is not a valid name for a cookie.`,
      );
    }
  }
  return {
    routes: new Map(Object.entries(routes ?? {}).map(([name, route]) => [name, checkRoute(name, route)])),
    timeColumn: timeColumn ?? "Service_Time",
    cookies,
    claimPrefix: claimPrefix ?? "service:",
    grantPrefix: grantPrefix ?? standardGrantPrefix,
    forms,
  };
}

/** Throws if two destinations have the same key, because requests could not distinguish them. */
function checkDestinations(names: NonNullable<DeploymentProfile["exportDestinations"]>): void {
  const {
    lakehouse = "lakehouse",
    warehouse = "warehouse",
    cloudAnalyticsServiceAccount = "cloudAnalyticsServiceAccount",
  } = names;
  const keys = [lakehouse, warehouse, cloudAnalyticsServiceAccount];
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) {
    throw new ProfileError(
      `The deployment profile uses the name "${twice}" for two destinations of export credentials.`,
    );
  }
}

function checkRoute(name: string, route: string): OperationDefinition["route"] {
  const rows: Readonly<Record<string, OperationDefinition>> = contract;
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
  if (!row) {
    throw new ProfileError(
      `The deployment profile names a route for "${name}", which is not an operation of the service.`,
    );
  }
  const expected = parameterNames(row.route);
  if (parameterNames(route).join() !== expected.join()) {
    const wanted = expected.map((parameter) => `{${parameter}}`).join(", ") || "none";
    throw new ProfileError(`The deployment profile's route for "${name}" must have these path parameters: ${wanted}.`);
  }
  return route as OperationDefinition["route"];
}

function parameterNames(route: string): string[] {
  return [...route.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name).sort();
}
