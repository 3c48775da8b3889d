import assert from "node:assert/strict";
import { test } from "node:test";
import { commitmentOf, scheduleOf } from "../../../test/support/commitments.ts";
import type { Schedule } from "../../commitments/commitment.ts";
import { commitmentRows } from "./commitment-rows-service.ts";

test("a stated true-up is exported, one that follows the prepayment is left out", () => {
  const prepaid = { value: "1000", scheduleType: "FULL_UPFRONT", lineName: null, itemId: null } as const;
  const stated = (behavior: Schedule["trueUp"]["behavior"]) => {
    const schedules = [scheduleOf({ prepaid, trueUp: { behavior, name: null, itemId: null } })];
    const record = { commitment: commitmentOf({ schedules }), customerId: null, terminatedAt: null };
    const rows = commitmentRows("contract", [{ ...record, createdAt: "", updatedAt: "" }]);
    const [schedule] = rows.flatMap((row) => row.schedules as readonly Record<string, unknown>[]);
    return schedule?.trueUpBehavior;
  };
  assert.deepEqual([stated(null), stated("NONE"), stated("EACH_PERIOD")], [undefined, "NONE", "EACH_PERIOD"]);
});
