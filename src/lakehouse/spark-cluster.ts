import { SparkFailure } from "../spark-connect/spark-failure.ts";
import type { SparkSession } from "../spark-connect/spark-session.ts";
import type { CatalogPlace } from "./catalog-call.ts";
import { LakehouseError } from "./lakehouse-error.ts";

/** A Spark and the Iceberg catalog behind it. */
export interface SparkCluster {
  /** Address of Spark Connect, such as `sc://spark.example:443/;use_ssl=true`. */
  readonly remote: string;
  readonly token: string | undefined;
  readonly catalog: CatalogPlace;
  /** Name of the catalog in Spark. */
  readonly catalogName: string;
}

/** Settings of the session: Spark SQL means what it means in jobs, and no text reaches the server's files or variables. */
const settings = {
  "spark.sql.ansi.enabled": "false",
  "spark.sql.session.timeZone": "UTC",
  "spark.sql.storeAssignmentPolicy": "ANSI",
  "spark.sql.defaultColumn.useNullsForMissingDefaultValues": "true",
  "spark.sql.legacy.consecutiveStringLiterals.enabled": "true",
  "spark.sql.parser.escapedStringLiterals": "false",
  "spark.sql.ansi.doubleQuotedIdentifiers": "false",
  "spark.sql.variable.substitute": "false",
  "spark.sql.runSQLOnFiles": "false",
};

/** Property that tells a session from one of a server that was started again, which takes the same id. */
export const sessionMarker = "spark.workforce.session";

/** Connects, once more if Spark does not answer at first, and sets the session up. Throws SparkFailure or LakehouseError. */
export async function openSession(session: SparkSession, signal?: AbortSignal): Promise<void> {
  try {
    await session.configure(settings, signal);
  } catch (error) {
    if (!(SparkFailure.is(error) && error.mayRetry)) {
      throw error;
    }
    await session.configure(settings, signal);
  }
  const version = await session.version(signal);
  if (!/^(?:3\.[5-9]|4)\./.test(version)) {
    throw new LakehouseError(`The cluster has Spark ${version}; Spark 3.5 or 4 is needed.`);
  }
}

/**
 * Whether the server still has the session that was marked. A server that was started again takes the id of a session
 * that it never had, without its settings and views.
 */
export async function isSameSession(session: SparkSession, mark: string, signal?: AbortSignal): Promise<boolean> {
  const value = await session.property(sessionMarker, signal).catch((error: unknown) => {
    if (SparkFailure.is(error) && error.kind === "statement") {
      return undefined;
    }
    throw error;
  });
  return value === mark;
}
