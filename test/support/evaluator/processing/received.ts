import type { TenantModel } from "../../../../src/service/model/tenant-model.ts";

/** A value in a received row or a rebuilt record: instants in epoch milliseconds, targets and members as texts. */
export type Plain = string | number | boolean | readonly string[] | null;

/** A received file: rows by column name. A column that is not in `columns` is unsaid. */
export interface ReceivedFile {
  readonly schema: string;
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, Plain>>[];
}

/** A state of a member, by the member's key; or an event, whose `to` is null. */
export interface PlainRecord {
  readonly key: string;
  readonly from: number;
  readonly to: number | null;
  readonly values: ReadonlyMap<string, Plain>;
}

/** A member of a list in the order of the list. */
export interface PlainMember {
  readonly path: string;
  readonly displayName: string;
}

/** All data of a tenant without numbers: what a rebuild starts from and what it gives. */
export interface PlainData {
  readonly records: ReadonlyMap<string, readonly PlainRecord[]>;
  readonly members: ReadonlyMap<string, readonly PlainMember[]>;
  readonly dataEnd: number;
}

/** What stays the same while a tenant's data is rebuilt. */
export interface RebuildInput {
  readonly model: TenantModel;
  readonly baseline: PlainData;
  readonly files: readonly ReceivedFile[];
}
