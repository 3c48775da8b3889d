import assert from "node:assert/strict";
import { test } from "node:test";
import { contractOf } from "../../test/support/contracts.ts";
import type { BlockReason } from "./block-reason.ts";
import type { Contract } from "./contract.ts";
import * as readiness from "./readiness.ts";
import { withReport, withUncategorized } from "./readiness.ts";

const contract = contractOf();

const rules = { requireCategory: false, chargesTax: false };
const withReadiness = (each: Contract) => readiness.withReadiness(each, rules);
const processing = (each: Contract, jobId: string) => readiness.processing(each, jobId, rules);
const processed = (each: Contract, reasons: readonly BlockReason[]) => readiness.processed(each, reasons, rules);
const unprocessed = (each: Contract) => readiness.unprocessed(each, rules);

const missingTerms: BlockReason = { code: "MISSING_TERMS", message: "Add a billing term." };
const missingPob: BlockReason = { code: "MISSING_POB", message: "Add a performance obligation." };

test("a contract is NEW until its terms have been checked, whatever other checks report", () => {
  assert.equal(withReadiness(contract).status, "NEW");
  const reports = [{ source: "revenue", reasons: [missingPob] }];
  const still = withReadiness({ ...contract, customerId: null, reports });
  assert.equal(still.status, "NEW");
  assert.deepEqual(still.blockReasons, []);
});

test("without any block reason it is PROCESSED", () => {
  const reports = [
    { source: "billing-terms", reasons: [] },
    { source: "revenue", reasons: [] },
  ];
  assert.equal(withReadiness({ ...contract, reports }).status, "PROCESSED");
});

test("all block reasons are listed at once, those of the contract first", () => {
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

test("when the last block reason is gone the contract is unblocked", () => {
  const blocked = withReadiness({ ...contract, reports: [{ source: "billing-terms", reasons: [missingTerms] }] });
  assert.equal(blocked.status, "BLOCKED");
  const reports = withReport(blocked.reports, { source: "billing-terms", reasons: [] });
  const processed = withReadiness({ ...blocked, reports });
  assert.equal(processed.status, "PROCESSED");
  assert.deepEqual(processed.blockReasons, []);
});

test("APPROVED is final, and shows no block reasons", () => {
  const reports = [{ source: "billing-terms", reasons: [missingTerms] }];
  const approved = withReadiness({ ...contract, status: "APPROVED", reports });
  assert.equal(approved.status, "APPROVED");
  assert.deepEqual(approved.blockReasons, []);
});

test("a report replaces the earlier one of its source and keeps the others, ordered by source", () => {
  const first = withReport([], { source: "revenue", reasons: [missingPob] });
  const second = withReport(first, { source: "billing-terms", reasons: [missingTerms] });
  const third = withReport(second, { source: "revenue", reasons: [] });
  assert.deepEqual(third, [
    { source: "billing-terms", reasons: [missingTerms] },
    { source: "revenue", reasons: [] },
  ]);
});

const unreadable: BlockReason = { code: "FILE_UNREADABLE", message: "Upload it again.", path: "/file" };
const file = { name: "a.pdf", sha256: "00", uploadedAt: "2026-01-01T00:00:00.000Z" };
const ready: Contract = { ...contract, status: "PROCESSED", file, reports: [{ source: "billing-terms", reasons: [] }] };

test("PROCESSING lasts until it is processed, whatever changes meanwhile", () => {
  const started = processing(ready, "job-1");
  assert.deepEqual([started.status, started.jobId, started.awaitsJob], ["PROCESSING", "job-1", true]);
  const changed = withReadiness({ ...started, customerId: null });
  assert.deepEqual([changed.status, changed.blockReasons], ["PROCESSING", []]);
  const ended = processed(changed, [unreadable]);
  assert.deepEqual([ended.status, ended.awaitsJob], ["BLOCKED", false]);
  assert.deepEqual(
    ended.blockReasons.map(({ code }) => code),
    ["MISSING_CUSTOMER", "FILE_UNREADABLE"],
  );
});

test("a processed contract without terms is BLOCKED for that reason, not NEW", () => {
  const ended = processed(processing({ ...contract, file }, "job-1"), []);
  assert.deepEqual([ended.status, ended.blockReasons.map(({ code }) => code)], ["BLOCKED", ["MISSING_TERMS"]]);
});

test("a new file that is not to be processed removes the reasons of the old file", () => {
  const blocked = processed(processing(ready, "job-1"), [unreadable]);
  assert.equal(unprocessed(blocked).status, "PROCESSED");
  assert.equal(unprocessed(processing(contract, "job-1")).status, "NEW");
});

test("a reason of a deleted file counts until the next check", () => {
  const blocked = processed(processing(ready, "job-1"), [unreadable]);
  const checked = withReadiness({ ...blocked, file: null });
  assert.deepEqual([checked.status, checked.blockReasons], ["PROCESSED", []]);
});

test("an APPROVED contract is processed and stays APPROVED", () => {
  const started = processing({ ...ready, status: "APPROVED" }, "job-1");
  assert.deepEqual([started.status, started.awaitsJob], ["APPROVED", true]);
  const ended = processed(started, [unreadable]);
  assert.deepEqual([ended.status, ended.awaitsJob, ended.blockReasons], ["APPROVED", false, []]);
});

test("an obligation without a category blocks where the merchant requires one at the time of the check", () => {
  const ofTerms = [{ source: "billing-terms", reasons: [] }];
  const before = {
    ...contract,
    reports: withUncategorized(ofTerms, ["/obligations/one", "/performance-obligations/two"]),
  };
  const required = readiness.withReadiness(before, { requireCategory: true, chargesTax: false });
  assert.equal(required.status, "BLOCKED");
  assert.deepEqual(
    required.blockReasons.map(({ code, path }) => [code, path]),
    [
      ["MISSING_CATEGORY", "/obligations/one/categoryId"],
      ["MISSING_CATEGORY", "/performance-obligations/two/categoryId"],
    ],
  );
  assert.equal(withReadiness(required).status, "PROCESSED");
  const categorized = { ...required, reports: withUncategorized(required.reports, []) };
  assert.equal(readiness.withReadiness(categorized, { requireCategory: true, chargesTax: false }).status, "PROCESSED");
  assert.deepEqual(withUncategorized(ofTerms, []), ofTerms);
});
