import type { StoredDimension, StoredObject, TenantModel } from "../../../src/service/model/tenant-model.ts";

/** What one column of a record holds; times are epoch milliseconds. */
export type Value = string | number | boolean | readonly number[] | null;

/** One state of a subject's member, or one event. */
export interface WorkforceRecord {
  readonly key: number;
  /** `valid_from` of a state, the time of an event; epoch milliseconds. */
  readonly begins: number;
  /** Exclusive end of a state, `null` while it is open and for events; epoch milliseconds. */
  readonly ends: number | null;
  readonly values: ReadonlyMap<string, Value>;
}

/** A member of a dimension, at any depth. */
export interface WorkforceMember {
  readonly ordinal: number;
  readonly depth: number;
  readonly name: string;
  readonly displayName: string;
  /** Names from the top, dots between. */
  readonly path: string;
  /** Ordinals from the top down to the member itself. */
  readonly ancestors: readonly number[];
  readonly isLeaf: boolean;
}

/** Every record of a tenant, in memory: what the evaluator looks at instead of a database. */
export class Workforce {
  readonly model: TenantModel;
  readonly #records: ReadonlyMap<string, readonly WorkforceRecord[]>;
  readonly #members: ReadonlyMap<string, readonly WorkforceMember[]>;
  readonly #byKey = new Map<string, Map<number, WorkforceRecord[]>>();
  readonly #byOrdinal = new Map<string, ReadonlyMap<number, WorkforceMember>>();

  constructor(
    model: TenantModel,
    records: ReadonlyMap<string, readonly WorkforceRecord[]>,
    members: ReadonlyMap<string, readonly WorkforceMember[]>,
  ) {
    this.model = model;
    this.#records = records;
    this.#members = members;
    for (const [object, list] of records) {
      const byKey = new Map<number, WorkforceRecord[]>();
      for (const record of list) {
        byKey.set(record.key, [...(byKey.get(record.key) ?? []), record]);
      }
      this.#byKey.set(object, byKey);
    }
    for (const [membersOf, list] of members) {
      this.#byOrdinal.set(membersOf, new Map(list.map((member) => [member.ordinal, member])));
    }
  }

  object(id: string): StoredObject {
    const found = this.model.objects.find((object) => object.id === id);
    if (!found) {
      throw new Error(`Evaluating a query: the model has no analytic object "${id}".`);
    }
    return found;
  }

  records(object: string): readonly WorkforceRecord[] {
    return this.#records.get(object) ?? [];
  }

  /** All states of one member, or the one event. */
  statesOf(object: string, key: number): readonly WorkforceRecord[] {
    return this.#byKey.get(object)?.get(key) ?? [];
  }

  /** In the model's order. */
  members(dimension: StoredDimension): readonly WorkforceMember[] {
    return this.#members.get(dimension.membersOf) ?? [];
  }

  member(dimension: StoredDimension, ordinal: number): WorkforceMember {
    const found = this.#byOrdinal.get(dimension.membersOf)?.get(ordinal);
    if (!found) {
      throw new Error(`Evaluating a query: ${dimension.id} has no member with ordinal ${ordinal}.`);
    }
    return found;
  }
}
