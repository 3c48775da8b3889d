import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf, priced } from "../support/client.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { payloadOf, termBody, termOn } from "../support/term-client.ts";

// Without a first date the first uplift comes `everyMonths` after the term's first day, wherever that is moved (data model 5.6).
let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const yearly = { type: "PERCENTAGE", amount: "0.10" };

/** A term of 100.00 a quarter from July 2026 on for two years, and what its quarters are planned at. */
async function quarters(escalator: object, { isApproved = true } = {}) {
  const client = clientOf(api, await api.newMerchant());
  const dates = { startDate: "2026-07-01", endDate: "2028-06-30", interval: "QUARTER" };
  const term = await termOn(client, termBody({ ...dates, escalator, ...priced("100.00") }), { isApproved });
  const planned = async () => {
    const rows = await term.schedule("2029-12-31");
    return rows.map(({ issueDate, total }) => `${issueDate} ${total}`);
  };
  const firstUplift = async () => (await term.view()).escalator.firstDate;
  return { ...term, client, planned, firstUplift };
}

const asPlanned = [
  ...["2026-07-01 100.00", "2026-10-01 100.00", "2027-01-01 100.00", "2027-04-01 100.00"],
  ...["2027-07-01 110.00", "2027-10-01 110.00", "2028-01-01 110.00", "2028-04-01 110.00"],
];
const fromJanuary = [
  ...["2026-01-01 100.00", "2026-04-01 100.00", "2026-07-01 100.00", "2026-10-01 100.00"],
  ...["2027-01-01 110.00", "2027-04-01 110.00", "2027-07-01 110.00", "2027-10-01 110.00"],
  ...["2028-01-01 121.00", "2028-04-01 121.00"],
];

describe("the first escalation of a term whose start is moved", () => {
  for (const isApproved of [true, false]) {
    test(`to an earlier day is a year after that day${isApproved ? "" : ", also before approval"}`, async () => {
      const { patch, planned, firstUplift, client, contractId } = await quarters(yearly, { isApproved });
      assert.equal(await firstUplift(), "2027-07-01");
      payloadOf(await patch({ startDate: "2026-01-01" }));
      assert.equal(await firstUplift(), "2027-01-01");
      if (!isApproved) await client.approve(contractId);
      assert.deepEqual(await planned(), fromJanuary);
    });
  }

  test("past the first escalation is a year after the new start", async () => {
    const { patch, planned } = await quarters(yearly);
    payloadOf(await patch({ startDate: "2027-07-01", endDate: "2028-12-31" }));
    assert.deepEqual(await planned(), [
      ...["2027-07-01 100.00", "2027-10-01 100.00", "2028-01-01 100.00", "2028-04-01 100.00"],
      ...["2028-07-01 110.00", "2028-10-01 110.00"],
    ]);
  });

  test("stays on its day if a request stated that day", async () => {
    const { patch, planned, firstUplift } = await quarters({ ...yearly, firstDate: "2027-07-01" });
    payloadOf(await patch({ startDate: "2026-01-01" }));
    assert.deepEqual(
      [await firstUplift(), await planned()],
      ["2027-07-01", ["2026-01-01 100.00", "2026-04-01 100.00", ...asPlanned]],
    );
  });

  test("stays on the day that the request of the move states", async () => {
    const { patch, planned } = await quarters(yearly);
    const escalator = { ...yearly, firstDate: "2027-07-01" };
    payloadOf(await patch({ startDate: "2026-01-01", escalator }));
    assert.deepEqual(await planned(), ["2026-01-01 100.00", "2026-04-01 100.00", ...asPlanned]);
  });

  test("of a later price is counted from the first day of the term as well", async () => {
    const { patch, planned } = await quarters(yearly);
    payloadOf(await patch({ ...priced("200.00"), effectiveDate: "2027-10-01" }));
    payloadOf(await patch({ startDate: "2026-01-01" }));
    assert.deepEqual(await planned(), [
      ...fromJanuary.slice(0, 7),
      ...["2027-10-01 220.00", "2028-01-01 242.00", "2028-04-01 242.00"],
    ]);
  });
});

test("an escalator sent back exactly as it was returned changes nothing, and still follows the first day of the term", async () => {
  const { patch, planned, view, client, contractPath } = await quarters(yearly);
  const { escalator } = await view();
  payloadOf(await patch({ escalator }));
  assert.deepEqual((await client.ok("GET", `${contractPath}/modifications`)).data, []);
  payloadOf(await patch({ startDate: "2026-01-01" }));
  assert.deepEqual(await planned(), fromJanuary);
});

test("the audit log and the decision log have a first date only where a request stated one", async () => {
  const { term, client, patch, contractPath } = await quarters(yearly);
  payloadOf(await patch({ startDate: "2026-08-01", endDate: "2028-07-31" }));
  payloadOf(await patch({ escalator: { ...yearly, firstDate: "2027-10-01" } }));
  const { data } = await client.ok("GET", `/v3/audit-log?filter=entityId:eq:${term.id}`);
  const stated = data.flatMap(({ changes }: Json) => changes.filter(({ path }: Json) => path === "escalator"));
  const named = (firstDate: string | null) => ({ type: "PERCENTAGE", amount: "0.1", everyMonths: 12, firstDate });
  assert.deepEqual(
    stated.map(({ from, to }: Json) => [from, to]),
    [
      [named(null), named("2027-10-01")],
      [null, named(null)],
    ],
  );
  const { data: decisions } = await client.ok("GET", `${contractPath}/modifications`);
  assert.deepEqual(
    decisions.map(({ kind }: Json) => kind),
    ["TERM_DATES", "TERM_PRICE"],
  );
});
