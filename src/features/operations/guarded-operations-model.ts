/** Operations whose answers may hold values of aggregates without a way to hide those that few people stand behind. */
const ofAggregates: ReadonlySet<string> = new Set(["queryAggregate", "querySqlLike", "downloadReport", "askQuestion"]);

/** Whether an operation is refused on a connection that hides small groups: its answer is shown and saved as it comes. */
export function showsSmallGroups(operation: string): boolean {
  return ofAggregates.has(operation);
}
