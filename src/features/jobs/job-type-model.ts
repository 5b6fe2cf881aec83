/** Display name of a job type: `Extraction` for `EXTRACTION`; abbreviations such as `SQL` stay. */
export function jobTypeName(jobType: string | undefined): string | undefined {
  const isShort = jobType !== undefined && jobType.length <= 3;
  return jobType && !isShort ? `${jobType.slice(0, 1).toUpperCase()}${jobType.slice(1).toLowerCase()}` : jobType;
}
