/** A type as people read it: for `EXTRACTION` this is `Extraction`; `SQL` stays. */
export function jobTypeName(jobType: string | undefined): string | undefined {
  const isShort = jobType !== undefined && jobType.length <= 3;
  return jobType && !isShort ? `${jobType.slice(0, 1).toUpperCase()}${jobType.slice(1).toLowerCase()}` : jobType;
}
