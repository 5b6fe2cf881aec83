// As much of an S3-compatible store as an upload needs, which only writes what it gets to files and checks nothing:
// node s3-disk-server.js FOLDER
import { createWriteStream } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

const [, , folder = ""] = process.argv;

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? "", "http://localhost");
  if (request.method === "PUT") {
    const file = createWriteStream(join(folder, `part-${searchParams.get("partNumber") ?? 0}`));
    pipeline(request, file).then(
      () => response.writeHead(200, { etag: '"tag"' }).end(),
      () => response.destroy(),
    );
    return;
  }
  request.resume();
  const isBegun = request.method === "POST" && searchParams.has("uploads");
  response.writeHead(200).end(isBegun ? "<Result><UploadId>upload</UploadId></Result>" : "<Result></Result>");
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
// The bench holds the other end: when it is gone, so is this.
process.stdin.on("end", () => process.exit()).resume();
