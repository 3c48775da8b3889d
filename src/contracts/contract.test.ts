import assert from "node:assert/strict";
import { test } from "node:test";
import { contractOf } from "../../test/support/contracts.ts";
import { dayOf } from "../kernel/day.ts";
import { type Contract, checkFields, checkPatched, patched, withExternalIds } from "./contract.ts";

const contract = contractOf({
  start: dayOf(2026, 1, 1),
  end: dayOf(2027, 1, 1),
  externalIds: [{ sourceType: "CRM_A", externalId: "c-1" }],
  poNumber: "PO 1",
});

const codes = (before: Contract, patch: Partial<Parameters<typeof patched>[1]>) =>
  checkPatched(before, patched(before, { externalIds: [], ...patch }, [])).map(
    (issue) => `${issue.path} ${issue.code}`,
  );

test("absent fields keep their value, null clears", () => {
  assert.deepEqual(patched(contract, { externalIds: [] }, []), contract);
  const cleared = patched(contract, { externalIds: [], end: null, poNumber: null, closeDate: null }, []);
  assert.deepEqual([cleared.end, cleared.poNumber, cleared.closeDate], [null, null, null]);
});

test("external ids are set by source type and never removed", () => {
  const entries = withExternalIds(contract.externalIds, [
    { sourceType: "BILLING_A", externalId: "b-1" },
    { sourceType: "CRM_A", externalId: "c-2" },
  ]);
  assert.deepEqual(entries, [
    { sourceType: "BILLING_A", externalId: "b-1" },
    { sourceType: "CRM_A", externalId: "c-2" },
  ]);
});

test("a contract of one day is valid, an end before the start is not", () => {
  const day = dayOf(2026, 1, 31);
  assert.deepEqual(checkFields({ start: day, end: day + 1, externalIds: [] }), []);
  const [issue] = checkFields({ start: day, end: day, externalIds: [] });
  assert.equal(issue?.path, "/endDate");
});

test("the currency is locked by the first priced term, and by approval", () => {
  assert.deepEqual(codes(contract, { currency: "EUR" }), []);
  const priced = { ...contract, termsStart: dayOf(2026, 1, 1) };
  assert.deepEqual(codes(priced, { currency: "EUR" }), ["/currency INVALID_CONTRACT_STATE"]);
  assert.deepEqual(codes(priced, { currency: "USD" }), [], "the same currency is no change");
  assert.deepEqual(codes({ ...contract, status: "APPROVED" }, { currency: "EUR" }), [
    "/currency INVALID_CONTRACT_STATE",
  ]);
});

test("the customer is locked by approval", () => {
  const customerId = "0198c0de-0000-7000-8000-000000000003";
  assert.deepEqual(codes({ ...contract, status: "PROCESSED" }, { customerId }), []);
  assert.deepEqual(codes({ ...contract, status: "APPROVED" }, { customerId }), ["/customerId INVALID_CONTRACT_STATE"]);
});

test("the allocation method is locked by approval", () => {
  const patch = { allocationMethod: "RELATIVE_SSP" } as const;
  assert.deepEqual(codes({ ...contract, status: "PROCESSED" }, patch), []);
  assert.deepEqual(codes({ ...contract, status: "APPROVED" }, patch), ["/allocationMethod INVALID_CONTRACT_STATE"]);
});

test("the end may move to the last invoiced day, not before it", () => {
  const invoiced = { ...contract, invoicedThrough: dayOf(2026, 4, 1) };
  assert.deepEqual(codes(invoiced, { end: dayOf(2026, 4, 1) }), []);
  assert.deepEqual(codes(invoiced, { end: dayOf(2026, 3, 31) }), ["/endDate INVALID_CONTRACT_STATE"]);
  assert.deepEqual(codes(invoiced, { end: null }), []);
});

test("all issues are listed at once", () => {
  const approved: Contract = {
    ...contract,
    status: "APPROVED",
    termsStart: dayOf(2026, 1, 1),
    invoicedThrough: dayOf(2026, 4, 1),
  };
  const patch = { currency: "EUR", customerId: "0198c0de-0000-7000-8000-000000000003", end: dayOf(2025, 1, 1) };
  assert.deepEqual(codes(approved, patch), [
    "/currency INVALID_CONTRACT_STATE",
    "/customerId INVALID_CONTRACT_STATE",
    "/endDate INVALID_CONTRACT_STATE",
    "/endDate RANGE",
  ]);
});
