import type { dataVersionOperations } from "../../contract/data-versions.ts";
import { type CallTenant, createJsonResponse, HttpError } from "../call/call.ts";
import type { ObjectRecords } from "../data-versions/record-counts.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import type { DataVersion } from "../store/data-version-store.ts";
import { visibleTenantCodesOf } from "./jobs.ts";

export const dataVersionHandlers: OperationHandlers<typeof dataVersionOperations> = {
  async listLatestDataVersions({ query, tenant }, parts) {
    const { tenantCode, limit = 100, start = 0, numberOfVersions = 1, dataCategory } = query;
    const visible = visibleTenantCodesOf(tenant, parts);
    if (tenantCode !== undefined && !visible.includes(tenantCode)) {
      throw new HttpError(404, "TENANT_UNKNOWN", `${tenant.code} manages no tenant "${tenantCode}".`);
    }
    const codes = tenantCode === undefined ? visible : [tenantCode];
    const categories = await Promise.all(codes.map((code) => parts.dataVersions.findCategory(code, dataCategory)));
    if (dataCategory !== undefined && categories.every((category) => category === undefined)) {
      throw new HttpError(404, "CATEGORY_UNKNOWN", await describeUnknownCategory(tenant.code, dataCategory, parts));
    }
    const listed = codes.map((code, index) => ({ code, category: categories[index] })).slice(start, start + limit);
    const tenants = await Promise.all(
      listed.map(async ({ code, category }) => {
        const enabled = (await parts.dataVersions.kept(code)).filter(
          (version) => version.category === category?.id && version.state !== "disabled",
        );
        const entries = enabled.slice(0, numberOfVersions).map(async (version) => ({
          ...toEntry(version),
          // Counted for one tenant only, because the data of all of them would be opened.
          ...(tenantCode !== undefined && { objects: (await parts.dataVersions.records(code, version)).map(toSize) }),
        }));
        return { tenantCode: code, dataVersions: await Promise.all(entries) };
      }),
    );
    return createJsonResponse({ tenants, limit, start });
  },

  async disableDataVersions({ body, tenant }, parts) {
    const results = [];
    // One after the other: an entry without a version means what is newest after those before it.
    for (const entry of body.model?.dataVersionObjects ?? []) {
      results.push(await disable(entry, tenant, parts));
    }
    const totalSuccess = results.filter(({ status }) => status === "Succeeded").length;
    return createJsonResponse({ totalFailures: results.length - totalSuccess, totalSuccess, results });
  },

  async listDataCategories({ tenant }, { dataVersions }) {
    const categories = await dataVersions.categories(tenant.code);
    return createJsonResponse({ categories: categories.map(({ name, id, objectName }) => ({ name, id, objectName })) });
  },
};

interface DisableEntry {
  readonly tenantCode?: string;
  readonly dataVersion?: string;
  readonly dataCategory?: string;
}

interface DisableResult {
  readonly jobId?: string;
  readonly dataVersion?: string;
  readonly tenantCode: string;
  readonly status: "Succeeded" | "Failed";
  readonly message: string;
}

async function disable(entry: DisableEntry, tenant: CallTenant, parts: ServiceDependencies): Promise<DisableResult> {
  const { tenantCode = tenant.code, dataVersion, dataCategory } = entry;
  const fail = (message: string): DisableResult => ({
    ...(dataVersion !== undefined && { dataVersion }),
    tenantCode,
    status: "Failed",
    message,
  });
  if (!visibleTenantCodesOf(tenant, parts).includes(tenantCode)) {
    return fail(`${tenant.code} manages no tenant "${tenantCode}".`);
  }
  const category = await parts.dataVersions.findCategory(tenantCode, dataCategory);
  if (dataCategory !== undefined && !category) {
    return fail(await describeUnknownCategory(tenantCode, dataCategory, parts));
  }
  if (dataVersion === undefined && !category) {
    return fail(`The tenant ${tenantCode} has no data.`);
  }
  const number = dataVersion === undefined ? undefined : Number(dataVersion);
  if (number !== undefined && !(/^\d+$/.test(dataVersion ?? "") && Number.isSafeInteger(number))) {
    return fail(`There is no data version "${dataVersion}"; a data version is a whole number.`);
  }
  // A number identifies a version without its category.
  const ofCategory = number === undefined || dataCategory !== undefined ? category?.id : undefined;
  const disabled = await parts.dataVersions.disable(tenantCode, { category: ofCategory, number });
  switch (disabled) {
    case "unknown":
      return fail(`The tenant ${tenantCode} has no data version ${dataVersion}${inCategory(dataCategory)}.`);
    case "disabled":
      return fail(
        `The data version ${dataVersion} of ${tenantCode} is disabled already, or was given up for newer ones.`,
      );
    case "last":
      return fail(
        "It is the last enabled data version of its category, without which queries have no data; publish another one first.",
      );
    default: {
      const { number: done, job } = disabled;
      return {
        ...(job !== undefined && { jobId: job }),
        dataVersion: String(done),
        tenantCode,
        status: "Succeeded",
        message: "",
      };
    }
  }
}

function inCategory(category: string | undefined): string {
  return category === undefined ? "" : ` in the data category "${category}"`;
}

async function describeUnknownCategory(
  tenant: string,
  text: string,
  { dataVersions }: ServiceDependencies,
): Promise<string> {
  const ids = (await dataVersions.categories(tenant)).map(({ id }) => id);
  return `The tenant ${tenant} has no data category "${text}"; it has ${ids.length === 0 ? "none" : ids.join(", ")}.`;
}

/** Converts the size of an object to its response. Not in the specification, like the fields of `toEntry`. */
function toSize({ object, members, records }: ObjectRecords) {
  return { objectName: object, members, records };
}

/** Fields in addition to those of the specification: what the version is for queries, and the job that made it. */
function toEntry({ number, created, category, state, job }: DataVersion) {
  return {
    dataVersion: String(number),
    dataVersionDate: new Date(created).toISOString(),
    dataCategory: category,
    isPublished: state === "published",
    ...(job !== undefined && { jobId: job }),
  };
}
