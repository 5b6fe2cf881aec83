import type { Static, TObject } from "typebox";
import * as Type from "typebox";

/**
 * Returns a copy of a schema that is marked as assumed, because the specification does not show it at this position.
 */
function assumed<Shape extends TObject>(shape: Shape) {
  return Type.With(shape, { "x-source": "assumed" });
}

/** Schema of a reference to a dimension, concept or property, by name and path. */
export const ObjectReference = Type.Object({
  name: Type.Optional(Type.String()),
  qualifyingPath: Type.Optional(Type.String()),
});
export type ObjectReference = Static<typeof ObjectReference>;

/** Schema of a reference to a dimension member. */
export const MemberReference = Type.Object({
  path: Type.Optional(Type.Array(Type.String())),
  memberId: Type.Optional(Type.String()),
});
export type MemberReference = Static<typeof MemberReference>;

/** Schema of the dimension members to include or exclude. */
const MemberValues = Type.Object({
  included: Type.Optional(Type.Array(MemberReference)),
  excluded: Type.Optional(Type.Array(MemberReference)),
});

/** Schema of the offset of a time interval. */
export const TimeShift = Type.Object({
  periodType: Type.Optional(Type.String()),
  periodCount: Type.Optional(Type.Integer()),
  direction: Type.Optional(Type.String()),
});
export type TimeShift = Static<typeof TimeShift>;

/** Schema of a series of time intervals, for aggregate and snapshot queries. */
export const QueryTimeIntervals = Type.Object({
  intervalPeriodType: Type.Optional(Type.String({ examples: ["MONTH"] })),
  intervalPeriodCount: Type.Optional(Type.Integer()),
  intervalCount: Type.Optional(Type.Integer({ description: "Number of intervals; of snapshots in a snapshot query." })),
  direction: Type.Optional(Type.String({ examples: ["BACKWARD"] })),
  shift: Type.Optional(TimeShift),
  trailingPeriodType: Type.Optional(Type.String()),
  trailingPeriodCount: Type.Optional(Type.Integer()),
  fromInstant: Type.Optional(Type.String({ description: "Epoch milliseconds as text." })),
  fromDateTime: Type.Optional(Type.String({ description: "Stated for snapshot queries only." })),
  dynamicDateFrom: Type.Optional(
    Type.String({ description: "Start derived from the data; not shown for this shape.", "x-source": "assumed" }),
  ),
});
export type QueryTimeIntervals = Static<typeof QueryTimeIntervals>;

/** Schema of the time interval of a list query. Exactly one variant defines its start. */
export const QueryTimeInterval = Type.Object(
  {
    fromInstant: Type.Optional(Type.String({ description: "Variant 1." })),
    fromDatetime: Type.Optional(Type.String({ description: "Variant 2 as the spec spells it." })),
    fromDateTime: Type.Optional(
      Type.String({
        description: "Variant 2 in the casing the snapshot form uses; accept both.",
        "x-source": "assumed",
      }),
    ),
    dynamicDateFrom: Type.Optional(Type.String({ description: "Variant 3." })),
    intervalPeriodType: Type.Optional(Type.String({ "x-source": "assumed" })),
    intervalPeriodCount: Type.Optional(Type.Integer({ "x-source": "assumed" })),
    direction: Type.Optional(Type.String({ "x-source": "assumed" })),
    shift: Type.Optional(assumed(TimeShift)),
  },
  {
    oneOf: [
      { required: ["fromInstant"] },
      { required: ["fromDatetime"] },
      { required: ["fromDateTime"] },
      { required: ["dynamicDateFrom"] },
    ],
  },
);
export type QueryTimeInterval = Static<typeof QueryTimeInterval>;

/** Schema of a query filter. Exactly one field is set and determines the kind of filter. */
export const QueryFilter = Type.Cyclic(
  {
    QueryFilter: Type.Object(
      {
        formula: Type.Optional(Type.String()),
        selectionConcept: Type.Optional(ObjectReference),
        memberSet: Type.Optional(
          Type.Object({ dimension: Type.Optional(ObjectReference), values: Type.Optional(MemberValues) }),
        ),
        cohort: Type.Optional(
          Type.Object({
            keyGroup: Type.Optional(
              Type.Object({
                filters: Type.Optional(
                  Type.Array(
                    Type.Object({
                      formula: Type.Optional(Type.String()),
                      selectionConcept: Type.Optional(ObjectReference),
                      memberSet: Type.Optional(
                        Type.Object({ dimension: Type.Optional(ObjectReference), values: Type.Optional(MemberValues) }),
                      ),
                    }),
                    { "x-source": "assumed" },
                  ),
                ),
              }),
            ),
            exclude: Type.Optional(Type.Boolean()),
            timeInterval: Type.Optional(assumed(QueryTimeInterval)),
          }),
        ),
        advanced: Type.Optional(
          Type.Object({
            filters: Type.Optional(
              Type.Array(Type.Ref("QueryFilter"), {
                description: "Item shape not shown; taken as nested filters.",
                "x-source": "assumed",
              }),
            ),
            operation: Type.Optional(
              Type.String({ description: "How the nested filters combine; values not shown.", "x-source": "assumed" }),
            ),
          }),
        ),
      },
      {
        oneOf: [
          { required: ["formula"] },
          { required: ["selectionConcept"] },
          { required: ["memberSet"] },
          { required: ["cohort"] },
          { required: ["advanced"] },
        ],
      },
    ),
  },
  "QueryFilter",
);
export type QueryFilter = Static<typeof QueryFilter>;

/**
 * Schema of the content of a result column. The specification shows only effectiveDateProperty; the other fields are
 * assumed.
 */
export const QueryProperty = Type.Object(
  {
    formula: Type.Optional(Type.String({ "x-source": "assumed" })),
    property: Type.Optional(assumed(ObjectReference)),
    selectionConcept: Type.Optional(assumed(ObjectReference)),
    dimension: Type.Optional(assumed(ObjectReference)),
    memberMapProperty: Type.Optional(
      Type.Object(
        { memberMap: Type.Optional(ObjectReference), targetDimensionName: Type.Optional(Type.String()) },
        { "x-source": "assumed" },
      ),
    ),
    effectiveDateProperty: Type.Optional(
      Type.Object({}, { description: "Empty object; snapshot queries: the date of each snapshot." }),
    ),
    dimensionLevelSelection: Type.Optional(
      Type.Object(
        {
          dimension: Type.Optional(ObjectReference),
          memberValueMode: Type.Optional(Type.String()),
          levelId: Type.Optional(Type.String()),
          levelDepth: Type.Optional(Type.Integer()),
        },
        { "x-source": "assumed" },
      ),
    ),
  },
  { "x-source": "assumed" },
);
export type QueryProperty = Static<typeof QueryProperty>;

/** Schema of a grouping axis with options. Exactly one of the other fields is set and determines the kind of axis. */
export const QueryAxis = Type.Object(
  {
    formula: Type.Optional(Type.String()),
    selectionConcept: Type.Optional(assumed(ObjectReference)),
    dimensionMemberSelection: Type.Optional(
      Type.Object(
        { dimension: Type.Optional(ObjectReference), members: Type.Optional(Type.Array(MemberReference)) },
        { "x-source": "assumed" },
      ),
    ),
    memberMapSelection: Type.Optional(
      Type.Object(
        {
          memberMap: Type.Optional(ObjectReference),
          targetDimensionName: Type.Optional(Type.String()),
          members: Type.Optional(Type.Array(MemberReference)),
        },
        { "x-source": "assumed" },
      ),
    ),
    numericRanges: Type.Optional(
      Type.Object(
        {
          property: Type.Optional(QueryProperty),
          ranges: Type.Optional(Type.String()),
          includeNegative: Type.Optional(Type.Boolean()),
          includeIndependentZeroRange: Type.Optional(Type.Boolean()),
          includeAllMember: Type.Optional(Type.Boolean()),
        },
        { "x-source": "assumed" },
      ),
    ),
    dimensionLevelSelection: Type.Optional(
      Type.Object(
        {
          dimension: Type.Optional(ObjectReference),
          levelIds: Type.Optional(Type.Array(Type.String())),
          levelDepths: Type.Optional(Type.Array(Type.Integer())),
        },
        { "x-source": "assumed" },
      ),
    ),
    dimensionLeafMemberSelection: Type.Optional(
      Type.Object({ dimension: Type.Optional(ObjectReference) }, { "x-source": "assumed" }),
    ),
    dimensionDataMemberSelection: Type.Optional(
      Type.Object({ dimension: Type.Optional(ObjectReference) }, { "x-source": "assumed" }),
    ),
    dimensionLevelWithUncategorizedValueSelection: Type.Optional(
      Type.Object(
        {
          dimension: Type.Optional(ObjectReference),
          levelIds: Type.Optional(Type.Array(Type.String())),
          levelDepths: Type.Optional(Type.Array(Type.Integer())),
        },
        { "x-source": "assumed" },
      ),
    ),
    tableAxisOptions: Type.Optional(
      Type.Object({ memberDisplayMode: Type.Optional(Type.String()), columnName: Type.Optional(Type.String()) }),
    ),
    sortAndLimitOptions: Type.Optional(
      Type.Object({
        sort: Type.Optional(
          Type.Object({ sortType: Type.Optional(Type.String()), sortDirection: Type.Optional(Type.String()) }),
        ),
        limit: Type.Optional(
          Type.Object({
            limitType: Type.Optional(Type.String()),
            n: Type.Optional(Type.Integer()),
            showOthers: Type.Optional(Type.Boolean()),
          }),
        ),
      }),
    ),
  },
  {
    oneOf: [
      { required: ["formula"] },
      { required: ["selectionConcept"] },
      { required: ["dimensionMemberSelection"] },
      { required: ["memberMapSelection"] },
      { required: ["numericRanges"] },
      { required: ["dimensionLevelSelection"] },
      { required: ["dimensionLeafMemberSelection"] },
      { required: ["dimensionDataMemberSelection"] },
      { required: ["dimensionLevelWithUncategorizedValueSelection"] },
    ],
  },
);
export type QueryAxis = Static<typeof QueryAxis>;

/** Schema of the value of a query parameter. Exactly one field is set and determines the kind of value. */
export const QueryParameterValue = Type.Object(
  {
    memberValue: Type.Optional(
      Type.Object(
        {
          parameterId: Type.Optional(Type.String()),
          dimensionId: Type.Optional(Type.String()),
          referencePath: Type.Optional(Type.Array(Type.String())),
          values: Type.Optional(MemberValues),
        },
        { "x-source": "assumed" },
      ),
    ),
    numericValue: Type.Optional(
      Type.Object({ parameterId: Type.Optional(Type.String()), value: Type.Optional(Type.Number()) }),
    ),
    planValue: Type.Optional(
      Type.Object(
        {
          parameterId: Type.Optional(Type.String()),
          planId: Type.Optional(Type.String()),
          scenarioId: Type.Optional(Type.String()),
          snapshotId: Type.Optional(Type.String()),
        },
        { "x-source": "assumed" },
      ),
    ),
    aggregationTypeValue: Type.Optional(
      Type.Object(
        { parameterId: Type.Optional(Type.String()), aggregationOptionId: Type.Optional(Type.String()) },
        { "x-source": "assumed" },
      ),
    ),
    subjectMemberSetValue: Type.Optional(
      Type.Object(
        {
          parameterId: Type.Optional(Type.String()),
          keyNamePaths: Type.Optional(Type.Array(Type.Object({ namePath: Type.Optional(Type.Array(Type.String())) }))),
          valueNamePaths: Type.Optional(
            Type.Array(
              Type.Object({
                namePaths: Type.Optional(
                  Type.Array(Type.Object({ namePath: Type.Optional(Type.Array(Type.String())) })),
                ),
              }),
            ),
          ),
        },
        { "x-source": "assumed" },
      ),
    ),
  },
  {
    oneOf: [
      { required: ["memberValue"] },
      { required: ["numericValue"] },
      { required: ["planValue"] },
      { required: ["aggregationTypeValue"] },
      { required: ["subjectMemberSetValue"] },
    ],
  },
);
export type QueryParameterValue = Static<typeof QueryParameterValue>;
