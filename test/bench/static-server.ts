// Serves one file at every address: static-server.js <file> <content type>. Prints its own address.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const [file = "", contentType = "application/octet-stream"] = process.argv.slice(2);
const { size } = statSync(file);
const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": contentType, "content-length": size });
  createReadStream(file, { highWaterMark: 1024 * 1024 }).pipe(response);
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
// The bench holds the other end: when it is gone, so is this.
process.stdin.on("end", () => process.exit()).resume();
