import { jobFileSuffix } from "./job-file-schema.ts";
import type { JobFiles } from "./job-scope.ts";

export interface FileOffer {
  readonly label: string;
  readonly kind: "file" | "folder";
  /** JSON text. */
  readonly text: string;
}

/** The files of a folder whose names end as told, and its folders. Other job files are none to upload. */
export async function fileOffers(
  { scope: { files }, typed }: { readonly scope: { readonly files?: JobFiles }; readonly typed: string },
  ending: string,
): Promise<{ readonly offers: readonly FileOffer[]; readonly isIncomplete: boolean }> {
  const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
  const names = (await files?.list(folder)) ?? [];
  const offers = names
    .filter((name) => name.endsWith("/") || (name.endsWith(ending) && !name.endsWith(jobFileSuffix)))
    .map((name): FileOffer => {
      const label = folder + name;
      return { label, kind: name.endsWith("/") ? "folder" : "file", text: JSON.stringify(label) };
    });
  return { offers, isIncomplete: true };
}
