import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf } from "../support/client.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { meteringOn } from "../support/usage-client.ts";

// Usage that is deleted after it was billed, and that no invoice carries: a credit memo gives it back, and what is
// still to be billed stays in sight (data model 8.4, 12.6; INV-23). 216 calls at 1.00 of November are billed on
// 2025-12-01, 9 of them are taken back on 12-08. A commitment of 60.00 a quarter charges 2.00 for what is beyond it:
// 60.00 + 312.00, then 60.00 + 294.00.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const days = { startDate: "2025-11-01", endDate: "2026-10-31" };
const committed = { commitmentInterval: "QUARTERLY", trueUpBehavior: "EACH_PERIOD" };
const prepaid = { prepaidEnabled: true, prepaidValue: "30.00", prepaymentScheduleType: "PER_COMMITMENT_PERIOD" };
const flat = { eventTypeId: null, billingType: "FLAT", interval: "QUARTER", name: "Platform" };

type Kind = {
  readonly commitment?: object;
  readonly term?: object;
  readonly hasFlat?: boolean;
  readonly memo: string;
  /** What is drafted after the credit memo, [issue date, total]. */
  readonly drafts: readonly (readonly [string, string])[];
  /** What is invoiced by 2026-05-20 beyond the first invoices, in the order of its dates. */
  readonly later: readonly (readonly [string, string])[];
};

const kinds: Readonly<Record<string, Kind>> = {
  "a commitment alone": {
    commitment: committed,
    memo: "18.00",
    drafts: [["2026-05-01", "60.00"]],
    later: [["2026-05-01", "60.00"]],
  },
  "a commitment that is trued up at the end of its schedule": {
    commitment: { ...committed, trueUpBehavior: "END_OF_SCHEDULE" },
    memo: "18.00",
    drafts: [["2026-11-01", "180.00"]],
    later: [],
  },
  "a prepaid commitment": {
    commitment: { ...committed, ...prepaid },
    memo: "18.00",
    drafts: [["2026-02-01", "30.00"]],
    later: [
      ["2026-02-01", "30.00"],
      ["2026-05-01", "60.00"],
    ],
  },
  "a commitment beside a flat term": {
    commitment: committed,
    hasFlat: true,
    memo: "18.00",
    drafts: [["2026-02-01", "300.00"]],
    later: [
      ["2026-02-01", "300.00"],
      ["2026-05-01", "360.00"],
    ],
  },
  "usage by itself": { memo: "9.00", drafts: [], later: [] },
  "usage with a minimum": {
    term: { minimumAmount: "5.00" },
    memo: "9.00",
    drafts: [["2026-01-01", "5.00"]],
    later: ["01", "02", "03", "04", "05"].map((month) => [`2026-${month}-01`, "5.00"] as const),
  },
  "usage beside a flat term": {
    hasFlat: true,
    memo: "9.00",
    drafts: [["2026-02-01", "300.00"]],
    later: [
      ["2026-02-01", "300.00"],
      ["2026-05-01", "300.00"],
    ],
  },
};

for (const [name, { commitment, term, hasFlat, memo, drafts, later }] of Object.entries(kinds)) {
  test(`${name}: an amount not billed yet stays a draft when usage is credited, and is invoiced on its day`, async () => {
    const client = clientOf(api, await api.newMerchant("2025-11-10T12:00:00Z"));
    await client.ok("PATCH", "/v3/merchant", { usageGraceDays: 0 });
    const { contractId, addTerm, approve, use, schedule } = await meteringOn(client, {}, days);
    const path = `/v3/contracts/${contractId}`;
    const usage = { ...days, ...(commitment === undefined ? {} : { usageScope: "COMMITMENT" }), ...term };
    const { id } = await addTerm("1", usage);
    if (commitment !== undefined) {
      const overageConfigs = [{ billingTermId: id, overagePrice: "2" }];
      const steps = [{ commitmentValue: "60.00", billingTermIds: [id] }];
      const schedules = [{ ...days, ...commitment, overageConfigs, steps }];
      await client.ok("POST", `${path}/commitments`, { commitments: [{ commitmentUnitType: "CURRENCY", schedules }] });
    }
    if (hasFlat) {
      const pricing = [{ tier: 0, amount: "300.00", amountType: "TOTAL_INVOICE" }];
      await addTerm({ pricing }, { ...days, ...flat, invoiceDateStrategy: "FIRST_OF_PERIOD" });
    }
    await approve();
    const [, mistaken] = await use(["2025-11-09", "207"], ["2025-11-10", "9"]);
    await client.advance("2025-12-08T12:00:00Z");
    await client.drainOutbox();
    const made = async (status: string) => {
      const found = (await schedule()).filter((invoice: Json) => invoice.status === status);
      return found.map(({ issueDate, total }: Json) => [issueDate, total]).toSorted();
    };
    const draftIds = async () =>
      (await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT")).data.map(({ id: draft }: Json) => draft);
    const [issued, draftsBefore] = [await made("ISSUED"), await draftIds()];

    await dryThenReal(api, client, { method: "DELETE", path: `/v3/events/${mistaken?.id}`, contractId });

    const creditMemos = (await client.ok("GET", "/v3/credit-memos")).data.map(({ total }: Json) => total);
    assert.deepEqual(creditMemos, [memo]);
    const found = (await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT")).data;
    assert.deepEqual(
      found.map(({ issueDate, total }: Json) => [issueDate, total]),
      drafts,
    );
    assert.deepEqual(await draftIds(), draftsBefore, "the same drafts as before");
    const renamed = { method: "PATCH", path, body: { name: "Renamed" }, contractId };
    const { added, changed, removed } = (await dryThenReal(api, client, renamed)).plan.invoices;
    assert.deepEqual([added, changed, removed], [[], [], []], "another regeneration has nothing to do");
    await client.advance("2026-05-20T12:00:00Z");
    await client.drainOutbox();
    const all = await made("ISSUED");
    for (const each of issued)
      all.splice(
        all.findIndex((one) => one.join() === each.join()),
        1,
      );
    assert.deepEqual(all, later.map((each) => [...each]).toSorted());
  });
}
