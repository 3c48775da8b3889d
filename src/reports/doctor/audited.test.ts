import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type AuditRow, differingFields, type Fields, replayedAfter } from "./audited.ts";
import { exceptions, isExcepted, replayedFrom, shownBeside } from "./audited-rules.ts";

const row = (action: string, changes: Fields, reason: string | null = null) => ({
  ...{ sequence: "1", action, actor: "USER:ann", reason, entityType: "CONTRACT", entityId: "1" },
  changes: Object.entries(changes).map(([path, to]) => ({ path, to })),
});

describe("the state of a record by the audit log", () => {
  test("has the last value of each field, for any spelling of its path", () => {
    const replayed = replayedAfter(
      replayedAfter({}, row("create", { name: "Plan", poNumber: "7" })),
      row("update", { "/name": "Team" }),
    );
    assert.deepEqual(replayed, { name: "Team", poNumber: "7" });
  });

  test("has metadata key by key, without removed keys", () => {
    const made = replayedAfter({}, row("create", { metadata: { region: "north", "a.b": 1 } }));
    const after = replayedAfter(
      made,
      row("update", { "metadata.region": null, "metadata.a.b": 2, "metadata.constructor": 3 }),
    );
    assert.deepEqual(Object.entries(after.metadata as Fields), [
      ["a.b", 2],
      ["constructor", 3],
    ]);
  });

  test("is compared without the order of keys and the spelling of times", () => {
    const replayed = {
      tiers: [{ from: "0", amount: "1", note: null }],
      createdAt: "2026-01-15T12:00:00.000Z",
      total: null,
    };
    const shown = { tiers: [{ amount: "1", from: "0" }], createdAt: "2026-01-15 12:00:00+00" };
    assert.deepEqual(differingFields(replayed, shown), []);
    assert.deepEqual(differingFields(replayed, { ...shown, total: "1", createdAt: "2026-01-15 12:00:01+00" }), [
      "createdAt",
      "total",
    ]);
  });

  test("leaves out who closed or reopened a month and why, for the audit row has it itself", () => {
    const rows = [row("period.close", { status: "CLOSED" }), row("period.reopen", { status: "REOPENED" }, "Audit")];
    const who = { closedBy: "USER:ann", reopenedBy: "USER:ann", reopenReason: "Audit" };
    assert.deepEqual(replayedFrom("ACCOUNTING_PERIOD", rows), { status: "REOPENED", ...who });
  });

  test("leaves out why an endpoint is disabled, for the audit row has it itself", () => {
    const disabled = [
      row("webhook-endpoint.create", { status: "ENABLED" }),
      row("webhook-endpoint.disable", { status: "DISABLED" }),
    ];
    const reasonOf = (...more: AuditRow[]) =>
      replayedFrom(
        "WEBHOOK_ENDPOINT",
        [...disabled, ...more].map((each) => ({ ...each, entityType: "WEBHOOK_ENDPOINT" })),
      ).disabledReason;
    assert.equal(reasonOf(), "REQUESTED");
    assert.equal(reasonOf(row("webhook-endpoint.update", { url: "https://example.com" })), "REQUESTED");
    assert.equal(reasonOf(row("webhook-endpoint.update", { status: "ENABLED" })), null);
    const failing = row("webhook-endpoint.disable", { status: "DISABLED" }, "FAILING");
    assert.equal(reasonOf(row("webhook-endpoint.update", { status: "ENABLED" }), failing), "FAILING");
  });

  test("has a status only where somebody decided it", () => {
    assert.equal(replayedFrom("CONTRACT", [row("contract.process", { status: "PROCESSED" })]).status, null);
    assert.equal(replayedFrom("CONTRACT", [row("contract.approve", { status: "APPROVED" })]).status, "APPROVED");
    assert.deepEqual(shownBeside("CONTRACT", { status: null }, { status: "BLOCKED" }), { status: null });
  });

  test("compares only the audited part of a partly audited record", () => {
    assert.deepEqual(shownBeside("INVOICE", { memo: "Thanks" }, { memo: "Thanks", poNumber: "7" }), { memo: "Thanks" });
    assert.deepEqual(shownBeside("ITEM", { name: "Plan" }, { name: "Plan", taxCategory: "S" }), {
      name: "Plan",
      taxCategory: "S",
    });
  });
});

test("every exception has a reason, and a type of its own", () => {
  for (const fields of Object.values(exceptions))
    for (const reason of Object.values(fields)) assert.match(reason, /\w+ \w+/);
  assert.ok(isExcepted("BILLING_TERM", "committed") && isExcepted("OBLIGATION", "billingSchedule.committed"));
  assert.ok(!isExcepted("OBLIGATION", "committed") && isExcepted("ITEM", "lastUpdatedAt"));
});
