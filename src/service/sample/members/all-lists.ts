import { functionList } from "./functions.ts";
import type { MemberList } from "./lists.ts";
import { locationList } from "./locations.ts";
import { organizationList } from "./organization.ts";
import {
  exitChannelList,
  exitReasonList,
  exitTypeList,
  genderList,
  jobFamilyList,
  payLevelList,
  requisitionStatusList,
  startSourceList,
  tenureRangeList,
  workModelList,
} from "./small-lists.ts";

export const memberLists: readonly MemberList[] = [
  genderList,
  locationList,
  functionList,
  payLevelList,
  workModelList,
  organizationList,
  tenureRangeList,
  jobFamilyList,
  requisitionStatusList,
  exitReasonList,
  exitTypeList,
  exitChannelList,
  startSourceList,
];
