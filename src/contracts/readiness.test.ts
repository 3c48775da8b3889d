import assert from "node:assert/strict";
import { test } from "node:test";
import type { Contract } from "./contract.ts";
import { type BlockReason, withReadiness, withReport } from "./readiness.ts";

const contract: Contract = {
  id: "0198c0de-0000-7000-8000-000000000001",
  name: "Acme",
  customerId: "0198c0de-0000-7000-8000-000000000002",
  customerName: "Acme",
  currency: "USD",
  start: null,
  end: null,
  closeDate: null,
  netPaymentTerms: 30,
  externalIds: [],
  source: "API",
  poNumber: null,
  allocationMethod: "STATED",
  metadata: null,
  status: "NEW",
  blockReasons: [],
  reports: [],
  approvedAt: null,
  approvedBy: null,
  approvedBookMonth: null,
  termsStart: null,
  termsEnd: null,
  termsValue: null,
  invoicedThrough: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  lastUpdatedAt: "2026-01-01T00:00:00.000Z",
  deletedAt: null,
};

const missingTerms: BlockReason = { code: "MISSING_TERMS", message: "Add a billing term." };
const missingPob: BlockReason = { code: "MISSING_POB", message: "Add a performance obligation." };

test("a contract is NEW until billing terms have reported, whatever others say", () => {
  assert.equal(withReadiness(contract).status, "NEW");
  const reports = [{ source: "revenue", reasons: [missingPob] }];
  const still = withReadiness({ ...contract, customerId: null, reports });
  assert.equal(still.status, "NEW");
  assert.deepEqual(still.blockReasons, []);
});

test("without any reason it is PROCESSED", () => {
  const reports = [
    { source: "billing-terms", reasons: [] },
    { source: "revenue", reasons: [] },
  ];
  assert.equal(withReadiness({ ...contract, reports }).status, "PROCESSED");
});

test("all reasons are found at once, its own first", () => {
  const reports = [
    { source: "billing-terms", reasons: [missingTerms] },
    { source: "revenue", reasons: [missingPob] },
  ];
  const blocked = withReadiness({ ...contract, customerId: null, reports });
  assert.equal(blocked.status, "BLOCKED");
  assert.deepEqual(
    blocked.blockReasons.map((reason) => reason.code),
    ["MISSING_CUSTOMER", "MISSING_TERMS", "MISSING_POB"],
  );
});

test("a reason that is gone unblocks", () => {
  const blocked = withReadiness({ ...contract, reports: [{ source: "billing-terms", reasons: [missingTerms] }] });
  assert.equal(blocked.status, "BLOCKED");
  const reports = withReport(blocked.reports, { source: "billing-terms", reasons: [] });
  const processed = withReadiness({ ...blocked, reports });
  assert.equal(processed.status, "PROCESSED");
  assert.deepEqual(processed.blockReasons, []);
});

test("APPROVED never leaves, and shows no reasons", () => {
  const reports = [{ source: "billing-terms", reasons: [missingTerms] }];
  const approved = withReadiness({ ...contract, status: "APPROVED", reports });
  assert.equal(approved.status, "APPROVED");
  assert.deepEqual(approved.blockReasons, []);
});

test("a report replaces the one of its source and keeps the others, ordered by source", () => {
  const first = withReport([], { source: "revenue", reasons: [missingPob] });
  const second = withReport(first, { source: "billing-terms", reasons: [missingTerms] });
  const third = withReport(second, { source: "revenue", reasons: [] });
  assert.deepEqual(third, [
    { source: "billing-terms", reasons: [missingTerms] },
    { source: "revenue", reasons: [] },
  ]);
});
