import { generateKeyPairSync } from "node:crypto";
import {
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ssh2, { type SFTPWrapper } from "ssh2";
import type { SftpServer } from "./ssh-server.ts";

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp;

/** An SSH server with SFTP in this process: a user with a password, version 3 of the protocol without extensions. */
export interface SftpDouble extends SftpServer {
  /** Called with the bytes of each write; may end the connection. */
  onWrite: (written: number, connection: Socket | undefined) => void;
}

/** Creates an RSA key, which every SSH client takes, as PEM. */
export function createHostKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
    publicKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  return privateKey;
}

/** Starts the server on a port, a free one by default. */
export async function startSftpDouble({ hostKey = createHostKey(), port = 0 } = {}): Promise<SftpDouble> {
  const folder = mkdtempSync(join(tmpdir(), "workforce-sftp-"));
  const sockets = new Set<Socket>();
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    client.on("error", () => undefined);
    client.on("authentication", (attempt) => {
      const isRight =
        attempt.method === "password" && attempt.username === "hr" && attempt.password === "sftp-Secret-1";
      isRight ? attempt.accept() : attempt.reject(["password"]);
    });
    client.on("session", (accept) =>
      accept().on("sftp", (acceptSftp) =>
        serveFiles(acceptSftp(), folder, (bytes) => double.onWrite(bytes, [...sockets].at(-1))),
      ),
    );
  });
  // The server is a listener of its own that hides the sockets.
  const listener = Reflect.get(server, "_srv") as import("node:net").Server;
  listener.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo;
  const double: SftpDouble = {
    port: address.port,
    folder,
    parameters: { host: "127.0.0.1", port: address.port, user: "hr", password: "sftp-Secret-1", folder: "/" },
    onWrite: () => undefined,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) {
        socket.destroy();
      }
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return double;
}

/** Answers the calls of one session. */
function serveFiles(sftp: SFTPWrapper, folder: string, onWrite: (bytes: number) => void): void {
  const handles = new Map<number, { readonly file?: number; names?: readonly string[]; readonly path: string }>();
  let next = 0;
  const real = (path: string) => join(folder, path);
  const keep = (entry: { readonly file?: number; names?: readonly string[]; readonly path: string }): Buffer => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(++next);
    handles.set(next, entry);
    return handle;
  };
  const of = (handle: Buffer) => handles.get(handle.readUInt32BE());
  /** Answers with a status: that of success, or that of the error. */
  const answer = (id: number, work: () => void): void => {
    try {
      work();
    } catch (error) {
      const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
      sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE);
    }
  };
  const ok = (id: number, work: () => void) =>
    answer(id, () => {
      work();
      sftp.status(id, STATUS_CODE.OK);
    });
  const attributes = (id: number, path: string) => answer(id, () => sftp.attrs(id, toAttributes(statSync(real(path)))));
  sftp.on("OPEN", (id, path, flags) =>
    answer(id, () => {
      const mode = flags & OPEN_MODE.WRITE ? (flags & OPEN_MODE.TRUNC ? "w" : "r+") : "r";
      sftp.handle(id, keep({ file: openSync(real(path), mode), path }));
    }),
  );
  sftp.on("READ", (id, handle, offset, length) =>
    answer(id, () => {
      const data = Buffer.alloc(length);
      const bytes = readSync(of(handle)?.file ?? -1, data, 0, length, offset);
      bytes > 0 ? sftp.data(id, data.subarray(0, bytes)) : sftp.status(id, STATUS_CODE.EOF);
    }),
  );
  sftp.on("WRITE", (id, handle, offset, data) =>
    ok(id, () => {
      writeSync(of(handle)?.file ?? -1, data, 0, data.length, offset);
      onWrite(data.length);
    }),
  );
  sftp.on("FSTAT", (id, handle) => answer(id, () => sftp.attrs(id, toAttributes(fstatSync(of(handle)?.file ?? -1)))));
  sftp.on("STAT", attributes);
  sftp.on("LSTAT", attributes);
  sftp.on("SETSTAT", (id) => ok(id, () => undefined));
  sftp.on("FSETSTAT", (id) => ok(id, () => undefined));
  sftp.on("OPENDIR", (id, path) => answer(id, () => sftp.handle(id, keep({ names: readdirSync(real(path)), path }))));
  sftp.on("READDIR", (id, handle) =>
    answer(id, () => {
      const entry = of(handle);
      const names = entry?.names ?? [];
      if (!entry || names.length === 0) {
        sftp.status(id, STATUS_CODE.EOF);
        return;
      }
      entry.names = [];
      sftp.name(
        id,
        names.map((filename) => ({
          filename,
          longname: filename,
          attrs: toAttributes(statSync(join(real(entry.path), filename))),
        })),
      );
    }),
  );
  sftp.on("REMOVE", (id, path) => ok(id, () => unlinkSync(real(path))));
  sftp.on("RENAME", (id, from, to) =>
    ok(id, () => {
      if (readdirSync(folder).includes(to.replace(/^\/+/, ""))) {
        throw new Error("A rename replaces no file.");
      }
      renameSync(real(from), real(to));
    }),
  );
  sftp.on("CLOSE", (id, handle) =>
    ok(id, () => {
      const { file } = of(handle) ?? {};
      if (file !== undefined) {
        closeSync(file);
      }
      handles.delete(handle.readUInt32BE());
    }),
  );
}

function toAttributes({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats) {
  return { mode, uid, gid, size, atime: Math.floor(atimeMs / 1000), mtime: Math.floor(mtimeMs / 1000) };
}
