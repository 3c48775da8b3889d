import assert from "node:assert/strict";
import { test } from "node:test";
import { fileWrite } from "../../console/src/screens/contracts/change/change-file.ts";
import {
  endRows,
  lastEnd,
  type Part,
  terminationRows,
} from "../../console/src/screens/contracts/change/contract-end.ts";

const part = (id: string, startDate: string, endDate: string | null, isCommitment = false): Part => ({
  ...{ id, name: id, startDate, endDate, isCommitment },
  place: isCommitment ? { contractId: "c", commitmentId: id } : { contractId: "c", billingTermId: id },
  lastScheduleId: isCommitment ? "s" : undefined,
});

const parts = [
  part("calls", "2026-01-01", "2026-12-31", true),
  part("fee", "2026-01-01", null),
  part("pilot", "2026-01-01", "2026-03-31"),
  part("later", "2026-09-01", "2026-12-31"),
];

const actionsOf = (rows: ReturnType<typeof endRows>) => rows.map(({ name, cells }) => `${name} ${cells.action}`);

test("an end terminates terms in progress, deletes those that have not begun, and leaves ended ones", () => {
  const rows = terminationRows(parts, { last: "2026-06-30", credits: true, reason: " Bought " });
  assert.deepEqual(actionsOf(rows), ["calls COMMITMENT_TERMINATION", "fee TERMINATION", "later DELETION"]);
  assert.deepEqual(rows[1]?.cells, {
    ...{ action: "TERMINATION", contractId: "c", billingTermId: "fee" },
    ...{ endDate: "2026-06-30", reason: "Bought", creditUnused: "true" },
  });
});

test("a commitment is shortened before its terms, and extended after them", () => {
  const chosen = parts.filter(({ id }) => id === "calls" || id === "pilot");
  assert.deepEqual(actionsOf(endRows(chosen, "2026-06-30", "")), ["calls COMMITMENT_DATES", "pilot DATES"]);
  const longer = endRows(chosen, "2027-06-30", "RENEWAL");
  assert.deepEqual(actionsOf(longer), ["pilot DATES", "calls COMMITMENT_DATES"]);
  assert.equal(longer[0]?.cells.reasonCode, "RENEWAL");
  assert.deepEqual(endRows(parts, "2026-12-31", "").length, 2, "what ends on the day already is left out");
  assert.equal(lastEnd(parts), "2026-12-31");
});

test("rows are written as one CSV file in which commas and quotes are kept", () => {
  const write = fileWrite([
    { name: "Fee", cells: { action: "TERMINATION", reason: 'Bought by "Alder", and closed' } },
    { name: "Later", cells: { action: "DELETION" } },
  ]);
  const csv = 'action,reason\nTERMINATION,"Bought by ""Alder"", and closed"\nDELETION,\n';
  assert.deepEqual(
    [write?.operation, write?.input, write?.rows],
    ["createBulkChange", { body: { csv } }, ["Fee", "Later"]],
  );
  assert.equal(fileWrite([]), undefined);
});
