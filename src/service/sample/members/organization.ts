import type { MemberNode } from "../../model/member-tree.ts";
import { functionProfiles } from "./functions.ts";
import { MemberList } from "./lists.ts";

const divisions = [
  { name: "TECH", displayName: "Technology" },
  { name: "COMM", displayName: "Commercial" },
  { name: "OPS", displayName: "Operations" },
  { name: "CORP", displayName: "Corporate" },
];

const teams = ["Blue", "Green", "Orange"];

/** Minimum weight of a function whose departments have teams. */
const smallestWithTeams = 0.03;

function departmentsOf(name: string): readonly MemberNode[] {
  const profile = functionProfiles.find((each) => each.name === name);
  return (profile?.departments ?? []).map((department, index) => {
    const departmentName = `${name.toUpperCase()}-${index + 1}`;
    return {
      name: departmentName,
      displayName: department,
      ...((profile?.weight ?? 0) >= smallestWithTeams && {
        children: teams.map((team, number) => ({
          name: `${departmentName}${number + 1}`,
          displayName: `${department} ${team}`,
        })),
      }),
    };
  });
}

export const organizationList = new MemberList(
  "Organization_Hierarchy",
  [
    {
      name: "COMPANY",
      displayName: "Whole company",
      children: divisions.map((division) => ({
        name: division.name,
        displayName: division.displayName,
        children: functionProfiles
          .filter((profile) => profile.division === division.name)
          .map((profile) => ({
            name: `${profile.name.toUpperCase()}`,
            displayName: profile.displayName,
            children: departmentsOf(profile.name),
          })),
      })),
    },
  ],
  1,
);

/**
 * Returns the ordinals of a function's organizational units: its top unit, its departments, and the lowest units, to
 * which people belong.
 */
export function unitsOfFunction(functionName: string): {
  unit: number;
  departments: readonly number[];
  leaves: readonly number[];
} {
  const unit = organizationList.members.find(
    (member) => member.depth === 3 && member.name === functionName.toUpperCase(),
  );
  if (!unit) {
    throw new Error(`Loading the sample: no organizational unit for "${functionName}".`);
  }
  const inside = organizationList.members.filter((member) => member.ancestors.includes(unit.ordinal));
  return {
    unit: unit.ordinal,
    departments: inside.filter((member) => member.depth === 4).map((member) => member.ordinal),
    leaves: inside.filter((member) => member.isLeaf).map((member) => member.ordinal),
  };
}
