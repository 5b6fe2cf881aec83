import type { processingJobOperations } from "../../contract/processing-jobs.ts";
import { type CallTenant, createJsonResponse, HttpError, type OperationCall } from "../call/call.ts";
import type { JobOrder } from "../jobs/job-order.ts";
import { createProcessingOrder } from "../jobs/processing-order.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import { createConsolidatingOrder } from "../processing/consolidated-job.ts";
import { visibleTenantCodesOf } from "./jobs.ts";

export const processingJobHandlers: OperationHandlers<typeof processingJobOperations> = {
  async runProcessingJob({ body, tenant, project }, parts) {
    const { allTenants = false, dataCategoryId: category, publishToProduction: publish = false } = body;
    const orders: JobOrder[] = [];
    const problems: string[] = [];
    for (const code of readJobTenants(body, tenant, parts)) {
      const known = await parts.dataVersions.findCategory(code, category);
      if (known) {
        orders.push(createProcessingOrder(code, { category: known.id, publish, project }));
      } else {
        const categories = await parts.dataVersions.categories(code);
        problems.push(
          categories.length === 0
            ? `${code} has no data to process`
            : `${code} has no data category "${category}"; it has ${categories.map(({ id }) => id).join(", ")}`,
        );
      }
    }
    const [first] = orders;
    // With all tenants, those without data are passed over.
    if (!first || (problems.length > 0 && !allTenants)) {
      throw new HttpError(404, "CATEGORY_UNKNOWN", `${problems.join(". ")}.`);
    }
    // By what was asked for, not by the number that is left, so that a caller knows which operations the id is for.
    const isDispatched = allTenants || (body.tenants ?? []).length > 1;
    const jobId = isDispatched
      ? await parts.jobRunner.dispatch(tenant.code, orders)
      : await parts.jobRunner.start(first);
    return createJsonResponse({ jobId });
  },

  async runConsolidatedJob({ body, tenant }, parts) {
    const { tenantCode: code = tenant.code, runProcessingJob = false } = body;
    const reachable = visibleTenantCodesOf(tenant, parts);
    if (!reachable.includes(code)) {
      throw new HttpError(404, "TENANT_UNKNOWN", `${tenant.code} manages no tenant "${code}".`);
    }
    if (!parts.tenants.record(code)?.consolidates) {
      const others = reachable.filter((one) => parts.tenants.record(one)?.consolidates);
      throw new HttpError(
        400,
        "TENANT_NOT_CONSOLIDATED",
        `${code} does not consolidate other tenants; ${others.length > 0 ? `name ${others.join(", ")}` : `no tenant in the reach of ${tenant.code} does`}.`,
      );
    }
    return createJsonResponse({ jobId: await parts.jobRunner.start(createConsolidatingOrder(code, runProcessingJob)) });
  },
};

type JobBody = Pick<
  OperationCall<(typeof processingJobOperations)["runProcessingJob"]>["body"],
  "tenants" | "allTenants" | "excludedTenants"
>;

/**
 * Returns the codes of the tenants that a job is for: by default the call's tenant, with `allTenants` also all that it
 * manages. Throws a 400.
 */
export function readJobTenants(
  { tenants, allTenants = false, excludedTenants = [] }: JobBody,
  tenant: CallTenant,
  parts: ServiceDependencies,
): readonly string[] {
  const reachable = visibleTenantCodesOf(tenant, parts);
  if (tenants && allTenants) {
    throw invalid("body tenants may be given only when body.allTenants is false");
  }
  const unknown = [...(tenants ?? []), ...excludedTenants].filter((code) => !reachable.includes(code));
  if (unknown.length > 0) {
    throw new HttpError(
      400,
      "TENANT_UNKNOWN",
      `A job of ${tenant.code} cannot run in ${[...new Set(unknown)].join(", ")}; it can run in ${reachable.join(", ")}.`,
    );
  }
  const chosen = allTenants ? reachable.filter((code) => !excludedTenants.includes(code)) : (tenants ?? [tenant.code]);
  if (chosen.length === 0) {
    throw invalid(allTenants ? "body excludedTenants leaves no tenant" : "body tenants names no tenant");
  }
  return [...new Set(chosen)];
}

function invalid(problem: string): HttpError {
  return new HttpError(400, "REQUEST_INVALID", `The request is invalid: ${problem}.`);
}
