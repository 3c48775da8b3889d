import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startApi, type TestApi } from "../support/api.ts";
import { clientOf, priced } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { linesOf, payloadOf, seatBody, termOn } from "../support/term-client.ts";

// In arrears seats are charged by the day; in advance a count is charged for the whole period and more seats by true-ups. A
// term may go from one to the other (data model 5.7); what is invoiced stays as it was charged.
let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const january = { startDate: "2026-01-01", endDate: "2026-04-30", interval: "MONTH", quantity: "10" };

async function seatsFrom(invoiceDateStrategy: string) {
  const client = clientOf(api, await api.newMerchant());
  const term = await termOn(client, seatBody({ ...january, invoiceDateStrategy, ...priced("31.00", "PER_ITEM") }));
  const advance = async (day: string) => {
    await client.ok("POST", "/v3/test-clock/advance", { to: `${day}T12:00:00Z` });
    await client.drainOutbox();
  };
  const worth = async () => (await client.ok("GET", term.contractPath)).totalContractValue;
  const findings = async () => await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId, full: true });
  return { ...term, client, advance, worth, findings };
}

describe("seats whose term changes its invoice date strategy", () => {
  test("from arrears to advance: days in the day-weighted count are not charged by a true-up as well", async () => {
    const { amend, advance, patch, schedule, worth, findings } = await seatsFrom("LAST_OF_PERIOD");
    payloadOf(await amend({ effectiveDate: "2026-01-22", delta: "2" }));
    await advance("2026-02-10");
    const january = "2026-01-31 | 2026-01-01 – 2026-01-31 | 330.00";
    assert.deepEqual(linesOf(await schedule("2026-02-28")).slice(0, 1), [january]);
    payloadOf(await patch({ invoiceDateStrategy: "FIRST_OF_PERIOD" }));
    assert.deepEqual(linesOf(await schedule("2026-04-30")), [
      january,
      "2026-02-01 | 2026-02-01 – 2026-02-28 | 372.00",
      "2026-03-01 | 2026-03-01 – 2026-03-31 | 372.00",
      "2026-04-01 | 2026-04-01 – 2026-04-30 | 372.00",
    ]);
    assert.deepEqual([await worth(), await findings()], ["1446.00", []]);
  });

  test("from advance to arrears: days that a true-up charged are not in the day-weighted count as well", async () => {
    const { amend, patch, schedule, worth, findings } = await seatsFrom("FIRST_OF_PERIOD");
    payloadOf(await amend({ effectiveDate: "2026-01-22", delta: "2" }));
    const before = linesOf(await schedule("2026-01-31"));
    payloadOf(await patch({ invoiceDateStrategy: "LAST_OF_PERIOD" }));
    assert.deepEqual(linesOf(await schedule("2026-04-30")), [
      ...before,
      "2026-02-28 | 2026-02-01 – 2026-02-28 | 372.00",
      "2026-03-31 | 2026-03-01 – 2026-03-31 | 372.00",
      "2026-04-30 | 2026-04-01 – 2026-04-30 | 372.00",
    ]);
    assert.deepEqual([await worth(), await findings()], ["1446.00", []]);
  });
});
