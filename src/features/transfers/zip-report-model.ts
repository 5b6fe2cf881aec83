import { bytesText, countText } from "../../base/amounts.ts";
import { reportText } from "../../host/link-free.ts";
import type { ZipInspection } from "./inspect-tenant-zip.ts";

/** Renders a title and problems, one sentence per line. */
export function problemsReport(title: string, problems: readonly string[]): string {
  return reportText([title, "", ...problems.map(asLine), ""]);
}

/** Renders the problems of a ZIP file and the content of each tenant's folder. */
export function zipReport(name: string, { folders, problems }: ZipInspection, language: string): string {
  const files = [...folders.values()].flat();
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const counts = [counted(files.length, "file", language), counted(folders.size, "folder", language)];
  const verdict =
    problems.length === 0 ? ["The layout is right."] : ["The layout is not right:", "", ...problems.map(asLine)];
  const width = Math.max(0, ...files.map((file) => file.name.length));
  const sections = [...folders].flatMap(([folder, filesInFolder]) => [
    "",
    folder === "" ? "In no folder" : folder,
    ...filesInFolder.map((file) => `  ${file.name.padEnd(width)}  ${bytesText(file.bytes, language)}`),
  ]);
  return reportText([
    `${name}: ${counts.join(" in ")}, ${bytesText(bytes, language)} unpacked`,
    "",
    ...verdict,
    ...sections,
    "",
  ]);
}

function counted(count: number, noun: string, language: string): string {
  return `${countText(count, language)} ${noun}${count === 1 ? "" : "s"}`;
}

function asLine(problem: string): string {
  const sentence = `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}`;
  return `- ${sentence.endsWith(".") ? sentence : `${sentence}.`}`;
}
