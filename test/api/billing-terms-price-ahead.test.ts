import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { linesOf, payloadOf, revenueOf, termBody, termOn } from "../support/term-client.ts";

// A price that states no day holds from the day on which it was stated (rules 7), so of a term that has not begun it is the price of
// all its days, wherever they are moved to later.
let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const soundBooks = async (client: Client) =>
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId, full: true }), []);

describe("a price changed before the term begins", () => {
  test("holds from the first day of the term, also when the term is moved to begin earlier", async () => {
    const client = clientOf(api, await api.newMerchant());
    const june = { startDate: "2026-06-01", endDate: "2026-08-31", interval: "MONTH", ...priced("100.00") };
    const { contractId, contractPath, patch, schedule } = await termOn(client, termBody(june));
    payloadOf(await patch(priced("120.00")));
    payloadOf(await patch({ startDate: "2026-05-01" }));
    payloadOf(
      await patch({
        discounts: [{ type: "PERCENTAGE", amount: "0.5", startDate: "2026-05-01", endDate: "2026-05-31" }],
      }),
    );
    payloadOf(await patch({ startDate: "2026-04-01", endDate: "2026-06-30" }));
    assert.deepEqual(linesOf(await schedule("2026-12-31")), [
      "2026-04-01 | 2026-04-01 – 2026-04-30 | 120.00",
      "2026-05-01 | 2026-05-01 – 2026-05-31 | 60.00",
      "2026-06-01 | 2026-06-01 – 2026-06-30 | 120.00",
    ]);
    assert.equal((await client.ok("GET", contractPath)).totalContractValue, "300.00");
    assert.deepEqual(await revenueOf(client, contractId), ["2026-04 100.00", "2026-05 100.00", "2026-06 100.00"]);
    await soundBooks(client);
  });

  test("and a quantity changed then hold from the first day", async () => {
    const client = clientOf(api, await api.newMerchant());
    const perUnit = { interval: "QUARTER", billingType: "UNIT", quantity: "10", ...priced("30.00", "PER_ITEM") };
    const term = await termOn(client, termBody({ startDate: "2026-06-01", endDate: "2026-11-30", ...perUnit }));
    payloadOf(await term.patch({ quantity: "20" }));
    payloadOf(await term.patch({ startDate: "2026-03-01" }));
    assert.deepEqual(
      (await term.schedule("2026-12-31")).map(({ total }) => total),
      ["600.00", "600.00", "600.00"],
    );
    await soundBooks(client);
  });

  test("with a stated effective day holds from that day, wherever the term begins", async () => {
    const client = clientOf(api, await api.newMerchant());
    const march = { startDate: "2026-03-01", endDate: "2026-05-31", interval: "MONTH", ...priced("100.00") };
    const { patch, schedule } = await termOn(client, termBody(march));
    payloadOf(await patch({ ...priced("120.00"), effectiveDate: "2026-03-01" }));
    payloadOf(await patch({ startDate: "2026-02-01" }));
    assert.deepEqual(
      (await schedule("2026-12-31")).map(({ total }) => total),
      ["100.00", "120.00", "120.00", "120.00"],
    );
    await soundBooks(client);
  });

  test("replaces a price stated for the first day, and has its effective day in the decision log", async () => {
    const client = clientOf(api, await api.newMerchant());
    const march = { startDate: "2026-03-01", endDate: "2026-04-30", interval: "MONTH", ...priced("100.00") };
    const { contractPath, patch, schedule } = await termOn(client, termBody(march));
    payloadOf(await patch({ ...priced("110.00"), effectiveDate: "2026-03-01" }));
    payloadOf(await patch(priced("120.00")));
    assert.deepEqual(
      (await schedule("2026-12-31")).map(({ total }) => total),
      ["120.00", "120.00"],
    );
    const { data } = await client.ok("GET", `${contractPath}/modifications`);
    assert.deepEqual(
      data.map(({ effectiveDate }: Json) => effectiveDate),
      ["2026-03-01", "2026-03-01"],
    );
    await soundBooks(client);
  });
});
