import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFileStore } from "../../../../src/service/drivers/drivers.ts";
import type { FileConnection } from "../../../../src/service/drivers/providers.ts";
import { createDriverContext, MemoryHostKeys } from "../../../support/servers/driver-context.ts";
import { declareFileStoreTests } from "../../../support/servers/file-store-tests.ts";
import { startLakehouseDouble } from "../../../support/servers/lakehouse-double.ts";
import { startS3Double } from "../../../support/servers/s3-double.ts";
import { createHostKey, startSftpDouble } from "../../../support/servers/sftp-double.ts";

declareFileStoreTests("a folder", async () => {
  const path = await mkdtemp(join(tmpdir(), "workforce-folder-"));
  return {
    connection: { provider: "folder", parameters: { path } },
    allowedFolders: [path],
    stop: () => rm(path, { recursive: true, force: true }),
  };
});
declareFileStoreTests("an SSH server", async () => {
  const { parameters, stop } = await startSftpDouble();
  return { connection: { provider: "sftp", parameters }, stop };
});
declareFileStoreTests("an S3-compatible store", async () => {
  const { parameters, stop } = await startS3Double();
  return { connection: { provider: "s3", parameters }, stop };
});
declareFileStoreTests("a lakehouse", async () => {
  const { parameters, stop } = await startLakehouseDouble();
  return { connection: { provider: "lakehouse", parameters }, stop };
});

suite("what a server refuses", () => {
  const closing: (() => Promise<void>)[] = [];
  teardown(async () => {
    for (const close of closing.splice(0)) {
      await close();
    }
  });

  async function refusal(connection: FileConnection, hostKeys = new MemoryHostKeys()): Promise<string> {
    try {
      const store = await openFileStore(connection, createDriverContext({ hostKeys }));
      closing.push(() => store.close());
      for await (const file of store.list()) {
        assert.ok(file);
      }
    } catch (error) {
      assert.ok(error instanceof Error);
      assert.doesNotMatch(error.message, /Secret/);
      return error.message;
    }
    return "";
  }

  test("a wrong password of SFTP", async () => {
    const server = await startSftpDouble();
    closing.push(server.stop);
    const parameters = { ...server.parameters, password: "another-Secret" };
    assert.match(
      await refusal({ provider: "sftp", parameters }),
      /^127\.0\.0\.1:\d+ refused the user hr with this password\.$/,
    );
  });

  test("a folder that the SSH server does not have", async () => {
    const server = await startSftpDouble();
    closing.push(server.stop);
    const parameters = { ...server.parameters, folder: "/nowhere" };
    assert.match(
      await refusal({ provider: "sftp", parameters }),
      /folder \/nowhere \(sftp\.folder\): there is no such/,
    );
  });

  test("a host key that is not the one of the first use, with both by name", async () => {
    const hostKeys = new MemoryHostKeys();
    const first = await startSftpDouble();
    assert.equal(await refusal({ provider: "sftp", parameters: first.parameters }, hostKeys), "");
    const [kept] = hostKeys.kept.values();
    assert.match(kept ?? "", /^SHA256:[A-Za-z0-9+/]{43}$/);
    for (const close of closing.splice(0)) {
      await close();
    }
    await first.stop();
    const second = await startSftpDouble({ hostKey: createHostKey(), port: first.port });
    closing.push(second.stop);
    const message = await refusal({ provider: "sftp", parameters: second.parameters }, hostKeys);
    assert.match(
      message,
      /^The host key of 127\.0\.0\.1:\d+ has changed: it is SHA256:\S+, and SHA256:\S+ was expected/,
    );
    assert.ok(message.includes(`and ${kept} was`));
    const [, seen = ""] = /it is (SHA256:[^,]+),/.exec(message) ?? [];
    assert.equal(
      await refusal({ provider: "sftp", parameters: { ...second.parameters, hostKey: seen } }, hostKeys),
      "",
    );
  });

  test("a server that is gone after half of a file", async () => {
    const server = await startSftpDouble();
    const folder = await mkdtemp(join(tmpdir(), "workforce-half-"));
    closing.push(server.stop, () => rm(folder, { recursive: true, force: true }));
    const path = join(folder, "half");
    const bytes = 8 * 1024 * 1024;
    await writeFile(path, Buffer.alloc(bytes, 7));
    const store = await openFileStore({ provider: "sftp", parameters: server.parameters }, createDriverContext());
    let written = 0;
    server.onWrite = (more, socket) => {
      written += more;
      if (written > bytes / 2) {
        socket?.destroy();
      }
    };
    await assert.rejects(store.replace("half.csv", { path, bytes }), /The server 127\.0\.0\.1 ended the connection/);
  });

  test("a wrong secret of S3, an unknown key and a bucket that is not there", async () => {
    const server = await startS3Double();
    closing.push(server.stop);
    const of = (changed: object) => refusal({ provider: "s3", parameters: { ...server.parameters, ...changed } });
    assert.match(await of({ secretAccessKey: "another-Secret" }), /the secretAccessKey is wrong \(403, Sig/);
    assert.match(await of({ accessKeyId: "AKIDOTHER" }), /the accessKeyId is not known/);
    assert.match(await of({ bucket: "other" }), /The bucket other could not list the bucket: there is no such bucket/);
  });

  test("a store that is gone in the middle of an upload, whose parts are given up", async () => {
    const server = await startS3Double();
    const folder = await mkdtemp(join(tmpdir(), "workforce-half-"));
    closing.push(server.stop, () => rm(folder, { recursive: true, force: true }));
    const path = join(folder, "half");
    const bytes = 70 * 1024 * 1024;
    await writeFile(path, Buffer.alloc(bytes, 7));
    server.onPart = (number) => {
      if (number === 2) {
        throw new Error("The store breaks down.");
      }
    };
    const store = await openFileStore({ provider: "s3", parameters: server.parameters }, createDriverContext());
    await assert.rejects(store.replace("half.csv", { path, bytes }), /127\.0\.0\.1:\d+ ended the connection/);
    assert.equal(server.objects.size, 0);
    assert.equal(server.uploads.size, 0);
  }).timeout(60_000);

  test("a wrong client secret of a lakehouse, and a volume that is not there", async () => {
    const server = await startLakehouseDouble();
    closing.push(server.stop);
    const of = (changed: object) =>
      refusal({ provider: "lakehouse", parameters: { ...server.parameters, ...changed } });
    assert.match(await of({ clientSecret: "another-Secret" }), /the client id or the client secret is wrong \(401\)/);
    assert.match(await of({ volume: "other" }), /there is no volume finance\.people\.other/);
  });

  test("a host that is not allowed, with the setting", async () => {
    const parameters = { host: "10.1.2.3", user: "hr", password: "Secret" };
    assert.match(
      await refusal({ provider: "sftp", parameters }),
      /--allow-host.*workforce\.localService\.allowedHosts/,
    );
  });
});
