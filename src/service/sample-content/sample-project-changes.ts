/** A change in a sample project: its name and a description. */
export type SampleProjectChange = readonly [name: string, description: string];

interface SampleChanges {
  readonly project: string;
  /** Published changes by version, oldest first. */
  readonly published?: readonly {
    readonly release: string;
    readonly ticket: string;
    readonly changes: readonly SampleProjectChange[];
  }[];
  /** Committed but unpublished changes. */
  readonly committed?: readonly SampleProjectChange[];
  /** Uncommitted changes of the signed-in user. */
  readonly uncommitted?: readonly SampleProjectChange[];
}

/** Changes of the sample projects, in the order in which they were published. */
export const sampleProjectChanges: readonly SampleChanges[] = [
  {
    project: "First load",
    published: [
      {
        release: "2023.1",
        ticket: "PA-101",
        changes: [
          ["Employee", "Adds the subject Employee with its properties"],
          ["Organization hierarchy", "Adds the parent-child dimension of the organization"],
          ["Employee exit", "Adds the event with its reasons"],
          ["Employee count", "Adds the metric over Employee"],
          ["Exit count", "Adds the metric over Employee exit"],
        ],
      },
      {
        release: "2023.2",
        ticket: "PA-117",
        changes: [
          ["Employment start", "Adds the event of a hire"],
          ["Start count", "Adds the metric over Employment start"],
        ],
      },
    ],
  },
  {
    project: "Location hierarchy 2024",
    published: [
      {
        release: "2024.2",
        ticket: "PA-208",
        changes: [
          ["Location levels", "Puts cities under countries under regions"],
          ["Work model", "Adds the dimension of on-site, hybrid and remote work"],
        ],
      },
    ],
  },
  {
    project: "Resignation rate",
    published: [
      {
        release: "2025.1",
        ticket: "PA-290",
        changes: [
          ["Resignation count", "Counts voluntary exits"],
          ["Resignation rate", "Relates resignations to headcount"],
        ],
      },
    ],
  },
  {
    project: "Requisition funnel",
    published: [
      {
        release: "2025.2",
        ticket: "PA-322",
        changes: [
          ["Requisition", "Adds the subject with its status"],
          ["Opening count", "Counts requisitions that are open"],
        ],
      },
    ],
    committed: [["Requisition stages", "Adds the stages from opening to start"]],
    uncommitted: [["Days in stage", "Draft of a metric for the time in each stage"]],
  },
  {
    project: "Monthly cost centre snapshot",
    committed: [
      ["Cost centre", "Adds the dimension of cost centres"],
      ["Monthly cost", "Adds a metric over the snapshot"],
    ],
  },
  {
    project: "Exit reasons revision",
    committed: [
      ["Exit reason groups", "Groups the exit reasons anew"],
      ["Exit reason mapping", "Maps the old reasons to the new groups"],
      ["Regretted exit", "Adds the concept of a regretted exit"],
    ],
  },
  {
    project: "Pay transparency 2026",
    committed: [
      ["Pay level", "Adds the dimension of pay levels"],
      ["Average salary", "Adds the metric over Employee"],
      ["Pay change total", "Sums the changes of base pay"],
    ],
    uncommitted: [
      ["Pay gap", "Draft of a metric that compares pay by gender"],
      ["Pay range", "Draft of ranges of base pay"],
    ],
  },
  { project: "Skills prototype", uncommitted: [["Skill overlay", "Tries skills on positions"]] },
];
