// The packages whose code ships: their licence texts for the package, and the list of them that is checked in.
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { repositoryRoot } from "../test/run/repository.mjs";

/** Packages that ship as files and not in a bundle; the text of DuckDB's bindings stands for those of every platform. */
export const shippedPackages = ["@duckdb/node-bindings", "@vscode/codicons", "detect-libc", "openpgp"];

/** @param {string} holder */
const mit = (holder) => `The MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** @param {string} holder */
const isc = (holder) => `ISC License

Copyright (c) ${holder}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR
CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF
CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;

/** @param {string} holder */
const apache = (holder) =>
  `Copyright ${holder}\n\n${readFileSync(join(repositoryRoot, "scripts", "licences", "apache-2.0.txt"), "utf8").trim()}`;

/** Of the code for varints in protobuf-es, beside its Apache licence. */
const googleBsd = `Copyright 2008 Google Inc.  All rights reserved.

Redistribution and use in source and binary forms, with or without
modification, are permitted provided that the following conditions are
met:

* Redistributions of source code must retain the above copyright
notice, this list of conditions and the following disclaimer.
* Redistributions in binary form must reproduce the above
copyright notice, this list of conditions and the following disclaimer
in the documentation and/or other materials provided with the
distribution.
* Neither the name of Google Inc. nor the names of its
contributors may be used to endorse or promote products derived from
this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS
"AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT
LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR
A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT
OWNER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT
LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE,
DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY
THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT
(INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`;

/** Licence whose terms the LGPL 3.0 is made of, so that each copy of the one needs a copy of the other. */
const gplFile = join(repositoryRoot, "scripts", "licences", "gpl-3.0.txt");

/**
 * Texts of packages that bring no licence file, by name and version: the licence that their manifest names, with the holder from
 * manifest or readme. A package that comes without a text and is not listed here fails the packaging.
 *
 * @type {Readonly<Record<string, string>>}
 */
const textsOfOthers = {
  "@bufbuild/protobuf 2.17.0": `${apache("2021-2026 Buf Technologies, Inc.")}\n\n${googleBsd}`,
  "@connectrpc/connect 2.1.2": apache("2021-2026 The Connect Authors"),
  "@connectrpc/connect-node 2.1.2": apache("2021-2026 The Connect Authors"),
  "abstract-logging 2.0.1": mit("James Sumners <james.sumners@gmail.com>"),
  "data-uri-to-buffer 4.0.1": mit("2014 Nathan Rajlich <nathan@tootallnate.net>"),
  "pg-copy-streams 7.0.0": mit("2013 Brian M. Carlson"),
  "pg-types 2.2.0": mit("2014 Brian M. Carlson"),
  "pgpass 1.0.5": mit("2013-2016 Hannes Hörl"),
  "saxes 6.0.0": isc("Louis-Dominique Dubeau <ldd@lddubeau.com>"),
};

/** Code of others that lies in src, by its file. @type {Readonly<Record<string, Notice>>} */
const copiedFiles = {
  "src/spark-connect/generated/spark_connect_pb.js": {
    name: "Apache Spark, messages of Spark Connect",
    version: "3.5.7",
    license: "Apache-2.0",
    text: apache("2014 and onwards The Apache Software Foundation"),
  },
};

const licenceFile = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/**
 * @typedef {{ readonly name: string; readonly version: string; readonly license: string; readonly text: string }} Notice
 */

/**
 * All files that stand in bundles, as esbuild names them; it bundles everything to find out, and writes nothing.
 *
 * @returns {Promise<readonly string[]>}
 */
export async function findBundledFiles() {
  const required = createRequire(join(repositoryRoot, "package.json"));
  /** @type {{ bundles: import("esbuild").BuildOptions[] }} */
  const { bundles } = required("./esbuild.js");
  const { build } = await import("esbuild");
  const files = new Set();
  for (const bundle of bundles) {
    const { metafile } = await build({ ...bundle, metafile: true, write: false, logLevel: "error" });
    for (const file of Object.keys(metafile?.inputs ?? {})) {
      files.add(file);
    }
  }
  return [...files];
}

/**
 * Folders of the packages that bundled files are of, relative to the repository.
 *
 * @param {readonly string[]} inputs Files as esbuild's metafile names them.
 */
export function packageFoldersOf(inputs) {
  const found = inputs.flatMap((input) => {
    const path = input.replaceAll("\\", "/").replace(/^[\w-]+:/, "");
    const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path);
    return match?.[1] ? [match[1]] : [];
  });
  return [...new Set([...found, ...shippedPackages.map((name) => `node_modules/${name}`)])].sort();
}

/**
 * The notices of all packages; throws with the names of those that lack a text.
 *
 * @param {readonly string[]} inputs
 * @param {Readonly<Record<string, string>>} [texts]
 * @returns {Promise<readonly Notice[]>}
 */
export async function collectNotices(inputs, texts = textsOfOthers) {
  const notices = new Map();
  const missing = [];
  for (const folder of packageFoldersOf(inputs)) {
    const { name, version, license } = JSON.parse(await readFile(join(repositoryRoot, folder, "package.json"), "utf8"));
    const own = (await readLicences(join(repositoryRoot, folder))) || texts[`${name} ${version}`];
    if (own) {
      const text = String(license).startsWith("LGPL-3.0") ? `${own}\n\n${await readFile(gplFile, "utf8")}` : own;
      notices.set(`${name}@${version}`, { name, version, license: String(license ?? "see below"), text });
    } else {
      missing.push(`${name} ${version} (${license})`);
    }
  }
  for (const [file, notice] of Object.entries(copiedFiles)) {
    if ([...inputs].includes(file)) {
      notices.set(file, notice);
    }
  }
  if (missing.length > 0) {
    throw new Error(
      `These packages ship without a licence text: ${missing.join(", ")}. Add their texts to textsOfOthers in scripts/third-party-notices.mjs.`,
    );
  }
  return [...notices.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** @param {readonly Notice[]} notices */
export function formatNotices(notices) {
  const line = "=".repeat(80);
  const parts = notices.map(
    ({ name, version, license, text }) => `${line}\n${name} ${version} (${license})\n${line}\n\n${text.trim()}\n`,
  );
  return `This extension contains code of the following packages, under their own licences.\n\n${parts.join("\n")}`;
}

/**
 * The page of packages and licences that a change of dependencies shows its effect in; the texts themselves come with each VSIX.
 *
 * @param {readonly Notice[]} notices
 */
export function formatPackageList(notices) {
  const rows = notices.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`);
  return `# Packages that ship

Written by \`npm run generate\`: every package whose code is in the VSIX, which has their licence texts in \`ThirdPartyNotices.txt\`.

| Package | Version | Licence |
|---|---|---|
${rows.join("\n")}
`;
}

/** @param {string} folder */
async function readLicences(folder) {
  const names = (await readdir(folder)).filter((name) => licenceFile.test(name)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return texts.map((text) => text.trim()).join("\n\n");
}
