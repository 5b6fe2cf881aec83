import assert from "node:assert/strict";
import fc from "fast-check";
import { createBoundary, createMultipartBody } from "../../../../src/client/upload/multipart.ts";
import { FileUploadForm } from "../../../../src/contract/file-part.ts";
import { defineOperation } from "../../../../src/contract/operation.ts";
import { fileOf, pieces } from "../byte-sources.ts";
import { bytesOf } from "../client-fixture.ts";

const row = defineOperation({
  route: "PUT /files",
  title: "Upload",
  kind: "load",
  idempotent: false,
  body: { type: "multipart/form-data", schema: FileUploadForm },
  answers: {},
});

const write = (fields: Readonly<Record<string, unknown>>, boundary = "B") =>
  createMultipartBody("upload", row, fields, boundary);

suite("multipart bodies", () => {
  test("writes a file and a text field as they are defined", async () => {
    const body = write({ file: fileOf("a.csv", "ID\n1\n"), note: "grüß", skipped: undefined });
    const text =
      '--B\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\nID\n1\n\r\n' +
      '--B\r\nContent-Disposition: form-data; name="note"\r\n\r\ngrüß\r\n--B--\r\n';
    assert.equal((await bytesOf(body.open())).toString(), text);
    assert.equal(body.size, Buffer.byteLength(text));
  });

  test("names no length when the size of a file is not known", async () => {
    const body = write({ file: { filename: "a.csv", open: () => pieces("ID\n") } });
    assert.equal(body.size, undefined);
    assert.match(
      (await bytesOf(body.open())).toString(),
      /Content-Type: application\/octet-stream\r\n\r\nID\n\r\n--B--/,
    );
  });

  test("sends a list as parts of one name and an object as JSON", async () => {
    const text = (await bytesOf(write({ tag: ["a", "b"], model: { id: 1 }, flag: true }).open())).toString();
    assert.deepEqual(text.match(/name="tag"\r\n\r\n[ab]\r\n/g), ['name="tag"\r\n\r\na\r\n', 'name="tag"\r\n\r\nb\r\n']);
    assert.match(text, /name="model"\r\n\r\n{"id":1}\r\n/);
    assert.match(text, /name="flag"\r\n\r\ntrue\r\n/);
  });

  test("a name cannot end its quotes or its line", async () => {
    const file = fileOf('a"\r\nX-Injected: 1\r\n\r\n.csv', "");
    const text = (await bytesOf(write({ 'na"me': file }).open())).toString();
    assert.match(text, /name="na%22me"; filename="a%22%0D%0AX-Injected: 1%0D%0A%0D%0A.csv"\r\n/);
    assert.equal(text.split("\r\n").length, 7);
  });

  test("opens the file again for each reading", async () => {
    const body = write({ file: fileOf("a.csv", "ID\n") });
    assert.deepEqual(await bytesOf(body.open()), await bytesOf(body.open()));
    assert.equal(body.canOpen, true);
  });

  test("draws the boundary from the random source", () => {
    assert.equal(
      createBoundary(() => 0.5),
      `----workforce${"80000000".repeat(5)}`,
    );
    assert.match(createBoundary(Math.random), /^[\w-]{1,70}$/);
  });

  test("any names and bytes arrive as they were given", async () => {
    const name = fc.string({ unit: "grapheme", minLength: 1 });
    const bytes = fc.uint8Array({ maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.tuple(name, name, bytes), { selector: ([field]) => field }), async (files) => {
        const fields = Object.fromEntries(
          files.map(([field, filename, content]) => [`f${field}`, fileOf(filename, content)]),
        );
        const boundary = createBoundary(Math.random);
        const body = write(fields, boundary);
        const sent = await bytesOf(body.open());
        assert.equal(sent.length, body.size);
        const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
        const form =
          files.length === 0 ? new FormData() : await new Response(new Uint8Array(sent), { headers }).formData();
        const seen = await Promise.all(
          [...form].map(async ([field, value]) => {
            assert.ok(typeof value !== "string");
            return [field, value.name, Buffer.from(await value.arrayBuffer()).toString("hex")];
          }),
        );
        assert.deepEqual(
          seen,
          Object.entries(fields).map(([field, { filename }]) => [
            field,
            filename,
            Buffer.from(files.find(([key]) => `f${key}` === field)?.[2] ?? []).toString("hex"),
          ]),
        );
      }),
    );
  });
});
