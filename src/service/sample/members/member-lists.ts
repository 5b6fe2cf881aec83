import { companyFunctionList, functionProfiles } from "./functions.ts";
import { createFlatMembers, createMemberGroup, MemberList } from "./lists.ts";
import { locationList } from "./locations.ts";
import { organizationList } from "./organization.ts";

export const genderList = new MemberList(
  "Gender",
  createFlatMembers("Female", "Male", "X=Non-binary", "ND=Not declared"),
);

const payLevelList = new MemberList(
  "Pay_Level",
  createFlatMembers(
    "L1=Entry",
    "L2=Intermediate",
    "L3=Experienced",
    "L4=Senior",
    "L5=Lead",
    "L6=Manager",
    "L7=Director",
    "L8=Executive",
  ),
);

export const workModelList = new MemberList("Work_Model", createFlatMembers("Office", "Hybrid", "Remote"));

/** Lower bounds of the tenure ranges in years. */
export const tenureBounds = [0, 1, 2, 5, 10, 20] as const;

const tenureRangeList = new MemberList(
  "Tenure_Range",
  createFlatMembers(
    "0_1=Under 1 year",
    "1_2=1 to 2 years",
    "2_5=2 to 5 years",
    "5_10=5 to 10 years",
    "10_20=10 to 20 years",
    "20_up=20 years and more",
  ),
);

function jobFamilies(): readonly ReturnType<typeof createMemberGroup>[] {
  const groups = new Map<string, Set<string>>();
  for (const path of functionProfiles.flatMap((profile) => profile.families)) {
    const [top = "", family = ""] = path.split(".");
    groups.set(top, (groups.get(top) ?? new Set()).add(family));
  }
  return [...groups].map(([top, families]) => createMemberGroup(top, ...families));
}

export const jobFamilyList = new MemberList("Job_Family", jobFamilies());

export const requisitionStatusList = new MemberList(
  "Requisition_Status",
  createFlatMembers("Draft", "Open", "Interviewing", "On_Hold", "Offer=Offer made", "Filled", "Cancelled"),
);

export const exitReasonList = new MemberList("Exit_Reason", [
  createMemberGroup(
    "Career",
    "Better_Offer=Better offer elsewhere",
    "No_Growth=No room to grow",
    "Change_Of_Field",
    "Studies",
  ),
  createMemberGroup("Conditions=Working conditions", "Pay", "Workload", "Commute", "Manager=Relationship with manager"),
  createMemberGroup("Personal", "Family", "Health", "Relocation"),
  createMemberGroup("Performance", "Low_Performance", "Conduct", "Probation=Probation not passed"),
  createMemberGroup("Restructuring", "Role_Closed", "Site_Closed"),
  createMemberGroup("Retirement", "Regular_Age", "Early_Retirement"),
]);

export const exitTypeList = new MemberList("Exit_Type", createFlatMembers("Voluntary", "Involuntary", "Retirement"));

export const exitChannelList = new MemberList(
  "Exit_Channel",
  createFlatMembers(
    "Resignation",
    "Transfer=Transfer to an affiliate",
    "Mutual_Agreement",
    "Dismissal",
    "Redundancy",
    "Pension",
  ),
);

export const employmentStartSourceList = new MemberList(
  "Start_Source",
  createFlatMembers(
    "Referral=Employee referral",
    "Job_Board",
    "Agency",
    "Campus",
    "Direct=Direct application",
    "Returner",
  ),
);

export const memberLists: readonly MemberList[] = [
  genderList,
  locationList,
  companyFunctionList,
  payLevelList,
  workModelList,
  organizationList,
  tenureRangeList,
  jobFamilyList,
  requisitionStatusList,
  exitReasonList,
  exitTypeList,
  exitChannelList,
  employmentStartSourceList,
];
