import assert from "node:assert/strict";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EgressRefused } from "../../../../src/service/egress/host-rules.ts";
import { egressTo } from "./egress-fixture.ts";

suite("folders that the service may use", () => {
  let root: string;
  let dataFolder: string;
  let exchange: string;
  setup(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), "egress-")));
    dataFolder = join(root, "data");
    exchange = join(root, "exchange");
  });
  teardown(() => rm(root, { recursive: true, force: true }));

  test("are the tenant's inbox and outbox and those that are allowed, and what is in them", async () => {
    await mkdir(join(exchange, "inner"), { recursive: true });
    await mkdir(dataFolder);
    await writeFile(join(exchange, "people.csv"), "");
    const egress = egressTo({ dataFolder, allowedFolders: [exchange] });
    assert.equal(await egress.folder("outbox/WFF_demo", "WFF_demo"), join(dataFolder, "outbox", "WFF_demo"));
    assert.equal(await egress.folder(join(exchange, "inner"), "WFF_demo"), join(exchange, "inner"));
    assert.equal(await egress.folder(join(exchange, "people.csv"), "WFF_demo"), join(exchange, "people.csv"));
    await assert.rejects(egress.folder(join(exchange, "none"), "WFF_demo"), /There is no/);
  });

  test("are no others, by no link and no dots", async () => {
    const outside = join(root, "outside");
    for (const folder of [join(dataFolder, "outbox", "WFF_demo"), join(dataFolder, "tenants"), exchange, outside]) {
      await mkdir(folder, { recursive: true });
    }
    await mkdir(join(root, "exchange-2"));
    await symlink(outside, join(exchange, "link"));
    await symlink(outside, join(dataFolder, "outbox", "WFF_demo", "link"));
    await symlink(join(dataFolder, "tenants"), join(exchange, "tenants"));
    await writeFile(join(outside, "secret"), "");
    await symlink(join(outside, "secret"), join(exchange, "file"));
    const egress = egressTo({ dataFolder, allowedFolders: [exchange] });
    for (const path of [
      outside,
      join(exchange, "link"),
      join(exchange, "link", "secret"),
      join(exchange, "file"),
      `${exchange}/../outside`,
      join(root, "exchange-2"),
      join(exchange, "tenants"),
      "outbox/WFF_demo/link",
      "outbox/WFF_demo/../../tenants",
      "outbox/WFF_other",
      "outbox",
      "tenants",
      ".",
      root,
      "/",
      "/etc/passwd",
      "/does/not/exist",
      "file:///etc/passwd",
    ]) {
      await assert.rejects(egress.folder(path, "WFF_demo"), EgressRefused, path);
    }
  });

  test("are never those of the service's own data, whatever is allowed", async () => {
    await mkdir(join(dataFolder, "tenants"), { recursive: true });
    const egress = egressTo({ dataFolder, allowedFolders: [root] });
    for (const path of [root, dataFolder, join(dataFolder, "tenants")]) {
      await assert.rejects(egress.folder(path, "WFF_demo"), {
        message: /own data folder, or holds it. Use inbox\/WFF_demo or/,
      });
    }
  });
});
