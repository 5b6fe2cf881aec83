/** What the program of the language service is asked to do once and to time. */
export type LanguageTask = "read" | "keystroke" | "complete";

export interface LanguageWork {
  readonly repositoryRoot: string;
  /** Lines of the text. */
  readonly lines: number;
  /** Objects and members of the model that is completed with. */
  readonly objects: number;
  readonly members: number;
}

/** Places of a query with what is typed there; one for each kind of offers. */
export const completionPlaces: readonly string[] = [
  "SELECT |",
  "SELECT emp|",
  "SELECT employeeCount(), | FROM Employee",
  "SELECT employeeCount() FROM |",
  "SELECT * FROM Object_12|",
  "SELECT level(|",
  'SELECT level(Location, "|") FROM Employee',
  "SELECT Direct_Manager.| FROM Employee",
  "SELECT Age FROM Employee WHERE |",
  "SELECT employeeCount() FROM Employee WHERE Service_Time |",
  'SELECT Age FROM Employee WHERE Location IN ("|")',
  'SELECT Age FROM Employee WHERE Location IN ("City 4|")',
  'SELECT Age FROM Employee WHERE Location IN ("Region 1.Country 4|")',
  "SELECT employeeCount() AS | FROM Employee",
];
