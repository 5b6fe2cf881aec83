// Writes the body of every request to a file, which is on the disk when it is answered: disk-server.js <file>. Prints its own address.
import { createWriteStream } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream/promises";

const [file = ""] = process.argv.slice(2);
const server = createServer((request, response) => {
  pipeline(request, createWriteStream(file, { flush: true })).then(
    () => response.end("{}"),
    (error: Error) => response.writeHead(500).end(error.message),
  );
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
// The bench holds the other end: when it is gone, so is this.
process.stdin.on("end", () => process.exit()).resume();
