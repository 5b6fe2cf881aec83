import { bytesText, countText } from "./amounts-model.ts";
import type { ZipInspection } from "./inspect-tenant-zip.ts";

/** A title and what is wrong, one sentence a line. */
export function problemsReport(title: string, problems: readonly string[]): string {
  return [title, "", ...problems.map(asLine), ""].join("\n");
}

/** What a ZIP file holds for each tenant, after what is wrong with it. */
export function zipReport(name: string, { tenants, problems }: ZipInspection, language: string): string {
  const files = [...tenants.values()].flat();
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const size = `${countText(files.length, language)} files of ${countText(tenants.size, language)} tenants, ${bytesText(bytes, language)} unpacked`;
  const verdict =
    problems.length === 0 ? ["The layout is right."] : ["The layout is not right:", "", ...problems.map(asLine)];
  const width = Math.max(0, ...files.map((file) => file.name.length));
  const sections = [...tenants].flatMap(([tenant, held]) => [
    "",
    tenant,
    ...held.map((file) => `  ${file.name.padEnd(width)}  ${bytesText(file.bytes, language)}`),
  ]);
  return [`${name}: ${size}`, "", ...verdict, ...sections, ""].join("\n");
}

function asLine(problem: string): string {
  const sentence = `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}`;
  return `- ${sentence.endsWith(".") ? sentence : `${sentence}.`}`;
}
