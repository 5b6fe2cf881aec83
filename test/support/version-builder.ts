// Builds, publishes and disables data versions of a tenant until it is killed: `node version-builder.js <data folder> <first>`. The
// number in a version's fingerprint is how many people it has. A line on the output tells of each change once it is answered.
import { writeSync } from "node:fs";
import { systemClock } from "../../src/base/clock.ts";
import { createResolvedProfile } from "../../src/service/call/profile.ts";
import { openDataFolderStores } from "../../src/service/process/platform.ts";
import { buildSmallerVersion, publishVersion } from "./built-versions.ts";

void buildVersions(process.argv[2] ?? "", Number(process.argv[3] ?? 1));

async function buildVersions(folder: string, first: number): Promise<void> {
  const platform = await openDataFolderStores(folder, {
    clock: systemClock,
    profile: createResolvedProfile(),
    database: { threads: 1 },
    programFolder: folder,
  });
  writeSync(1, "ready\n");
  for (let people = first; ; people = (people % 30) + 1) {
    const built = await buildSmallerVersion(platform, {
      people,
      isPublished: people % 3 !== 0,
      isCopied: people % 2 === 0,
    });
    writeSync(1, `built ${built.number}\n`);
    if (people % 3 === 0 && (await publishVersion(platform, "WFF_demo", built.number))) {
      writeSync(1, `published ${built.number}\n`);
    }
    if (people % 4 === 0) {
      await platform.dataVersions.disable("WFF_demo", { category: "Workforce" });
      writeSync(1, "disabled\n");
    }
  }
}
