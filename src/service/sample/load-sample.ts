import type { Connection } from "../../duckdb/database.ts";
import { createMemberTable } from "../model/member-tree.ts";
import { createObjectTable } from "../model/object-table.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import { createActing } from "./acting.ts";
import { Dice } from "./dice.ts";
import { createEmployees } from "./employees.ts";
import { createEvents } from "./events.ts";
import { fillSeats } from "./jobs.ts";
import { assignLocations } from "./locations.ts";
import { memberLists } from "./members/member-lists.ts";
import { createPeople } from "./people.ts";
import { createPositions } from "./positions.ts";
import { createRequisitions } from "./requisitions.ts";
import { sampleModel } from "./sample-model.ts";
import { createSeasons } from "./seasons.ts";
import { draftSeats, removeSurplusSeats } from "./seats.ts";

export interface SampleOptions {
  /** Number of people employed at the end of the data, at least 10; 5,000 by default. */
  readonly people?: number;
  /** Seed of the random numbers; the same seed and number of people give the same data. */
  readonly seed?: number;
  readonly signal?: AbortSignal;
}

/** Minimum number of people; a smaller company would lack managers and records that the examples refer to. */
export const minPeople = 10;

/**
 * Fills an empty database with the sample workforce, in one transaction, and returns its model. Everything is generated
 * by set-based statements from hashes of the seed and ids, so that a million people take only minutes and the result
 * does not depend on the order of processing.
 */
export async function loadSample(
  connection: Connection,
  { people = 5000, seed = 1, signal }: SampleOptions = {},
): Promise<TenantModel> {
  if (!Number.isInteger(people) || people < minPeople) {
    throw new RangeError(`Loading the sample: the number of people must be a whole number of at least ${minPeople}.`);
  }
  const dice = new Dice(seed);
  await connection.run("BEGIN TRANSACTION", [], signal);
  try {
    for (const list of memberLists) {
      await createMemberTable(connection, list.membersOf, list.members, signal);
    }
    for (const object of sampleModel.objects) {
      await createObjectTable(connection, object, signal);
    }
    await createSeasons(connection, signal);
    await draftSeats(connection, dice, people, signal);
    await fillSeats(connection, dice, signal);
    await removeSurplusSeats(connection, dice, people, signal);
    await assignLocations(connection, dice, signal);
    await createPeople(connection, dice, signal);
    await createActing(connection, signal);
    await createEmployees(connection, dice, signal);
    await createEvents(connection, dice, signal);
    await createPositions(connection, dice, signal);
    await createRequisitions(connection, dice, signal);
    await connection.run("COMMIT", [], signal);
  } catch (error) {
    await connection.run("ROLLBACK");
    throw error;
  }
  await dropDrafts(connection);
  return sampleModel;
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
 * Version of the layout of sample tables, stored with each sample tenant: when the service starts, it generates data of
 * another version again. Increment it with every change that makes tables of an earlier version unusable or different:
 * a column that is added, removed or changes its type, a changed member list, changed statements. Code that reads the
 * tables can then rely on the new ones alone. Users lose nothing, because a tenant's file contains the sample only and
 * is opened read-only.
 */
export const sampleLayout = 1;
