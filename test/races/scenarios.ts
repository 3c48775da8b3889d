import type { Scenario } from "./race.ts";
import { externalIdsOfOneItem, sameCategoryName } from "./scenarios/catalog.ts";
import { closeAndWrites, closesAndReopenings } from "./scenarios/close.ts";
import { appendAndDelete, appendsOfOneSchedule } from "./scenarios/commitments.ts";
import { approveAndPatch, approveAndUpload, approveTwice } from "./scenarios/contracts.ts";
import { linksOfOneCustomer } from "./scenarios/customers.ts";
import { filesOfOneContract } from "./scenarios/files.ts";
import { eventTypesOfOneGroup } from "./scenarios/groups.ts";
import { oneCreditMemoAppliedTwice, twoCreditMemosToOneInvoice } from "./scenarios/receivables.ts";
import { roundingOfAnIssue } from "./scenarios/settings.ts";
import { deletionAndPob, regenerationAndIssue, terminationsAndChanges } from "./scenarios/terms.ts";

/** Every race that is run: by `npm test` for a few rounds, by `npm run test:races` for as many as it is told. */
export const scenarios: readonly Scenario[] = [
  appendsOfOneSchedule,
  appendAndDelete,
  approveTwice,
  approveAndPatch,
  approveAndUpload,
  sameCategoryName,
  externalIdsOfOneItem,
  linksOfOneCustomer,
  filesOfOneContract,
  eventTypesOfOneGroup,
  roundingOfAnIssue,
  oneCreditMemoAppliedTwice,
  twoCreditMemosToOneInvoice,
  terminationsAndChanges,
  deletionAndPob,
  regenerationAndIssue,
  closeAndWrites,
  closesAndReopenings,
];
