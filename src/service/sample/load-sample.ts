import type { Connection } from "../../duckdb/database.ts";
import { createMemberTable } from "../model/member-tree.ts";
import { createObjectTable } from "../model/object-table.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import { createActingManagers } from "./acting-managers.ts";
import { createEmployees } from "./employees.ts";
import { createEvents } from "./events.ts";
import { fillSeats } from "./jobs.ts";
import { assignLocations } from "./locations.ts";
import { memberLists } from "./members/member-lists.ts";
import { createPeople } from "./people.ts";
import { createPositions } from "./positions.ts";
import { RandomSql } from "./random-sql.ts";
import { createRequisitions } from "./requisitions.ts";
import { sampleModel } from "./sample-model.ts";
import { createSeasonTables } from "./seasons.ts";
import { createDraftSeats, removeSurplusSeats } from "./seats.ts";
import { createSkills } from "./skills.ts";

export interface SampleOptions {
  /** Number of people employed at the end of the data. At least 10, by default 5,000. */
  readonly people?: number;
  /** Seed of the random numbers. The same seed and number of people give the same data. */
  readonly seed?: number;
  readonly signal?: AbortSignal;
}

/**
 * Minimum number of people in the sample. A smaller company would lack managers and records that the examples mention.
 */
export const minSamplePeople = 10;

/**
 * Fills an empty database with the sample workforce, in one transaction, and returns its model. All data is generated
 * by set-based SQL from hashes of the seed and of ids. A million people take minutes, and the result does not depend on
 * the order of processing.
 */
export async function loadSample(
  connection: Connection,
  { people = 5000, seed = 1, signal }: SampleOptions = {},
): Promise<TenantModel> {
  if (!Number.isInteger(people) || people < minSamplePeople) {
    throw new RangeError(
      `Loading the sample: the number of people must be a whole number of at least ${minSamplePeople}.`,
    );
  }
  const dice = new RandomSql(seed);
  await connection.run("BEGIN TRANSACTION", [], signal);
  try {
    await createTables(connection, signal);
    await createSeasonTables(connection, signal);
    await createDraftSeats(connection, dice, people, signal);
    await fillSeats(connection, dice, signal);
    await removeSurplusSeats(connection, dice, people, signal);
    await assignLocations(connection, dice, signal);
    await createPeople(connection, dice, signal);
    await createActingManagers(connection, signal);
    await createEmployees(connection, dice, signal);
    await createEvents(connection, dice, signal);
    await createPositions(connection, dice, signal);
    await createRequisitions(connection, dice, signal);
    await createSkills(connection, signal);
    await connection.run("COMMIT", [], signal);
  } catch (error) {
    await connection.run("ROLLBACK");
    throw error;
  }
  await dropDrafts(connection);
  return sampleModel;
}

/** Creates the tables of the sample without records, and returns its model. */
export async function loadEmptySample(connection: Connection, signal: AbortSignal): Promise<TenantModel> {
  await createTables(connection, signal);
  return sampleModel;
}

async function createTables(connection: Connection, signal: AbortSignal | undefined): Promise<void> {
  for (const list of memberLists) {
    await createMemberTable(connection, list.membersOf, list.members, signal);
  }
  for (const object of sampleModel.objects) {
    await createObjectTable(connection, object, signal);
  }
}

async function dropDrafts(connection: Connection): Promise<void> {
  const tables = await connection.rows(
    "SELECT table_name AS name FROM duckdb_tables() WHERE temporary AND starts_with(table_name, 'sample_')",
  );
  for (const { name } of tables) {
    await connection.run(`DROP TABLE ${String(name)}`);
  }
}

/**
 * Version of the sample tables' layout, stored with each sample tenant. When the service starts, it generates data of
 * another version again. Increment it with every change of the model, columns, types, member lists or generating statements. Users
 * lose nothing, because a tenant's file contains only the sample and is opened read-only.
 */
export const sampleLayoutVersion = 4;
