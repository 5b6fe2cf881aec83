import type { directIntakeOperations, IntakeTransactionResponse } from "../../contract/direct-intake.ts";
import { createJsonResponse, HttpError } from "../call/call.ts";
import { findSchema } from "../intake/direct-intake.ts";
import type { LoadColumn } from "../model/load-schema.ts";
import type { OperationHandlers } from "../parts/service-dependencies.ts";
import type { IntakeConfig } from "../store/intake-store.ts";

export const directIntakeHandlers: OperationHandlers<typeof directIntakeOperations> = {
  async getDirectIntakeConfig({ tenant }, { directIntake }) {
    return createJsonResponse(toConfigResponse(await directIntake.config(tenant.code)));
  },

  async updateDirectIntakeConfig({ body, tenant }, { directIntake }) {
    const { supplementalMode, extendObjects } = body.job ?? {};
    const config = await directIntake.configure(tenant, {
      ...(supplementalMode != null && { mode: supplementalMode }),
      ...(extendObjects != null && { extended: extendObjects }),
    });
    return createJsonResponse(toConfigResponse(config));
  },

  async getLoadSchema({ path, tenant }) {
    return createJsonResponse({ schema: findSchema(tenant, path.objectName).columns.map(toColumnResponse) });
  },

  async listOpenTransactions({ tenant }, { directIntake }) {
    return createJsonResponse({
      transactions: (await directIntake.open(tenant.code)).map(({ id, created, updated }) => ({
        tenantCode: tenant.code,
        transactionId: id,
        created: new Date(created).toISOString(),
        updated: new Date(updated).toISOString(),
        status: "OPEN",
      })),
    });
  },

  async startIntakeTransaction({ tenant, caller }, { directIntake }) {
    return createJsonResponse({ transactionId: await directIntake.start(tenant, caller) });
  },

  async getIntakeTransactionStatus({ path, tenant }, { directIntake }) {
    const transaction = await directIntake.find(tenant, path.transactionId);
    const { status, jobId, message } = await directIntake.status(transaction);
    return createJsonResponse({
      tenantCode: tenant.code,
      transactionId: transaction.id,
      jobId: jobId ?? null,
      status,
      message,
    });
  },

  async commitIntakeTransaction({ path, tenant }, { directIntake }) {
    await directIntake.commit(tenant, path.transactionId);
    return acknowledge(path.transactionId, "COMMITTED", "The receiving job has started; a processing job follows it.");
  },

  async rollBackIntakeTransaction({ path, tenant }, { directIntake }) {
    await directIntake.rollBack(tenant, path.transactionId);
    return acknowledge(path.transactionId, "ROLLED_BACK", "The files were discarded.");
  },

  async loadIntakeSampleData({ path, body, tenant, signal }, { directIntake }) {
    if (!body.sampleName) {
      throw new HttpError(400, "REQUEST_INVALID", "The request is invalid: body sampleName is missing.");
    }
    await directIntake.loadSample(tenant, path.transactionId, path.objectName, body.sampleName, signal);
    return acknowledge(path.transactionId, "OPEN", "The sample data was stored.");
  },

  async uploadIntakeFile({ path, body, tenant, signal }, { directIntake }) {
    await directIntake.upload(tenant, path.transactionId, path.objectName, body.file, signal);
    return acknowledge(path.transactionId, "OPEN", `${body.file.filename} was stored.`);
  },
};

function toConfigResponse({ mode, extended }: IntakeConfig) {
  return { job: { supplementalMode: mode, extendObjects: extended } };
}

/** Names of the types in load schemas and sources. */
const typeNames = {
  VARCHAR: "STRING",
  DOUBLE: "NUMBER",
  BIGINT: "INTEGER",
  TIMESTAMP: "DATE",
  BOOLEAN: "BOOLEAN",
} as const;

export function typeNameOf({ type }: LoadColumn): string {
  return typeNames[type];
}

function toColumnResponse(column: LoadColumn) {
  return {
    name: column.name,
    dataType: typeNameOf(column),
    formats: column.formats,
    isMandatory: column.isMandatory,
    emptyValuesAllowed: column.allowsEmpty,
  };
}

function acknowledge(transactionId: string, status: NonNullable<IntakeTransactionResponse["status"]>, message: string) {
  return createJsonResponse({ transactionId, status, message });
}
