import assert from "node:assert/strict";
import { test } from "node:test";
import { money } from "../../kernel/money.ts";
import { neededApproval, type Policy } from "./policy.ts";

const memos: Policy = { kind: "CREDIT_MEMO", above: money(100_00n, "USD"), role: "CONTROLLER" };
const memo = (minor: bigint, currency = "USD") => ({
  ...{ action: "credit-memo.issue", entityType: "CREDIT_MEMO", entityId: "1" },
  amount: money(minor, currency),
});

test("an amount waits above the limit of its policy; amounts of one write are summed; another currency always waits", () => {
  const waits = (...effects: ReturnType<typeof memo>[]) => neededApproval([memos], effects) !== undefined;
  assert.equal(waits(memo(100_00n)), false);
  assert.equal(waits(memo(100_01n)), true);
  assert.equal(waits(memo(60_00n), memo(60_00n)), true);
  assert.equal(waits(memo(1n, "EUR")), true);
});

test("of several policies for one write the highest role approves", () => {
  const closes: Policy = { kind: "CLOSE", above: null, role: "OWNER" };
  const close = { action: "period.close", entityType: "ACCOUNTING_PERIOD", entityId: "2026-01" };
  const need = neededApproval([memos, closes], [memo(200_00n), close]);
  assert.deepEqual(need, { kinds: ["CLOSE", "CREDIT_MEMO"], role: "OWNER" });
});

test("changes of policies wait for a controller as soon as one policy exists", () => {
  const change = { action: "approval-policy.delete", entityType: "APPROVAL_POLICY", entityId: "CREDIT_MEMO" };
  assert.equal(neededApproval([], [change]), undefined);
  assert.deepEqual(neededApproval([memos], [change]), { kinds: ["APPROVALS"], role: "CONTROLLER" });
});
