import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { readZip } from "../../../../src/zip/read-zip.ts";
import { checkTenantZip } from "../../../../src/client/zip/tenant-zip.ts";
import type { DeliveryProgress } from "../../../../src/features/transfers/delivery.ts";
import { readFolderOfTenants } from "../../../../src/features/transfers/tenant-folder.ts";
import { writeTenantZip } from "../../../../src/features/transfers/write-tenant-zip.ts";
import { bytesOf, rejectionOf } from "../../client/client-fixture.ts";
import { noStop, withIntake } from "./intake-world.ts";

suite("building a tenant ZIP", () => {
  const withTenants = (test: (folder: string, tenants: string) => Promise<void>) =>
    withIntake(async ({ folder }) => {
      const tenants = path.join(folder, "tenants");
      for (const tenant of ["WFF_acme", "WFF_acme~north"]) {
        await mkdir(path.join(tenants, tenant), { recursive: true });
        await writeFile(path.join(tenants, tenant, "employee.csv"), `ID\n${"1\n".repeat(500_000)}`);
      }
      await test(folder, tenants);
    });

  test("writes what is in the folder, and says how far it is", async () => {
    await withTenants(async (folder, tenants) => {
      const zip = path.join(folder, "batch.zip");
      const seen: DeliveryProgress[] = [];
      const bytes = await writeTenantZip(await readFolderOfTenants(tenants, noStop()), zip, noStop(), (progress) =>
        seen.push(progress),
      );
      assert.deepEqual((await checkTenantZip(zip)).problems, []);
      const sizes: [string, number][] = [];
      for await (const { name, open } of readZip(zip)) {
        sizes.push([name, (await bytesOf(open())).length]);
      }
      assert.deepEqual(sizes, [
        ["WFF_acme/employee.csv", 1_000_003],
        ["WFF_acme~north/employee.csv", 1_000_003],
      ]);
      assert.ok(bytes > 0 && bytes < 1_000_000);
      assert.deepEqual(seen.at(-1), { bytes: 2_000_006, totalBytes: 2_000_006 });
    });
  });

  test("leaves no file when one of the packed files changed since the folder was read", async () => {
    for (const content of ["longer,".repeat(500_000), "short"]) {
      await withTenants(async (folder, tenants) => {
        const read = await readFolderOfTenants(tenants, noStop());
        await writeFile(path.join(tenants, "WFF_acme", "employee.csv"), content);
        const writing = writeTenantZip(read, path.join(folder, "batch.zip"), noStop(), () => undefined);
        assert.match(String(await rejectionOf(writing)), /"WFF_acme\/employee\.csv" changed since the folder was read/);
        assert.deepEqual(await readdir(folder), ["tenants"]);
      });
    }
  });

  test("leaves no file when it is stopped in the middle", async () => {
    await withTenants(async (folder, tenants) => {
      const controller = new AbortController();
      const content = await readFolderOfTenants(tenants, noStop());
      const zip = path.join(folder, "batch.zip");
      const writing = writeTenantZip(content, zip, controller.signal, () => controller.abort());
      assert.equal(await rejectionOf(writing), controller.signal.reason);
      assert.deepEqual(await readdir(folder), ["tenants"]);
    });
  });
});
