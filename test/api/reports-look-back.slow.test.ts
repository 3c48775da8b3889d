import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import readXlsx from "read-excel-file/node";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, priced } from "../support/client.ts";
import { enablePobs } from "../support/pobs.ts";
import { payloadOf, seatBody, termBody, termOn } from "../support/term-client.ts";
import { meteringOn } from "../support/usage-client.ts";

// A book with many changes and reversals. On each of these days every report is made; at the end each is made as of those
// days and compared.
let api: TestApi;
let client: Client;
const stated = new Map<string, Map<string, Json>>();

const groupings = ["contract", "customer", "category", "product"];
const grouped = (query: string) => groupings.map((groupBy) => `${query}&groupBy=${groupBy}`);
const asked = [
  ...grouped("waterfall?month=2026-01"),
  "waterfall?month=2026-03",
  ...grouped("remaining-performance-obligations?month=2026-01"),
  "remaining-performance-obligations?month=2026-03",
  ...grouped("revenue?startMonth=2026-01&endMonth=2027-01&basis=ALL"),
  "revenue?startMonth=2026-01&endMonth=2026-03",
  "contract-balances?month=2026-01",
  "contract-balances?month=2026-02",
  "contract-liability-roll-forward?startMonth=2026-01&endMonth=2026-03",
  "disclosures?startMonth=2026-01&endMonth=2026-03&groupBy=customer,contract&expedients=ONE_YEAR",
  "disclosures?month=2026-02",
  "flux?month=2026-02",
  "flux?month=2026-03",
  "arr?startMonth=2025-12&endMonth=2027-01",
  "arr?",
  "receivables-ageing?",
];

/** What a report says, without when it was asked and of which day. */
async function answerOf(query: string, asOf?: string): Promise<Json> {
  const of = asOf === undefined ? "" : `&asOf=${asOf}`;
  const { generatedAt: _, parameters, ...report } = await client.ok("GET", `/v3/reports/${query}${of}`);
  const { asOf: reported, ...rest } = parameters;
  assert.equal(reported, asOf, "a report says of which day it is");
  return { ...report, parameters: rest };
}

async function endOf(day: string): Promise<void> {
  await client.drainOutbox();
  const answers = new Map<string, Json>();
  for (const query of asked) answers.set(query, await answerOf(query));
  stated.set(day, answers);
}

const close = (month: string) => client.ok("POST", `/v3/month-end-close/close-period?month=${month}`);
const issued = async (contractId: string): Promise<Json> =>
  (await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId},status:eq:ISSUED`)).data[0];

/** A contract of one term of 1,200.00 with stated performance obligations. */
async function stating(contract: object, ...toCreate: object[]) {
  const id = await client.contract(contract);
  const path = `/v3/contracts/${id}`;
  const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, termBody());
  const service = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" };
  const body = { billingTermGroupId, toCreate: toCreate.map((pob) => ({ ...service, ...pob })) };
  const { created } = await client.ok("POST", `${path}/performance-obligations`, body);
  await client.approve(id);
  return { id, path, pobs: created.map((each: Json) => `${path}/performance-obligations/${each.id}`) as string[] };
}

before(async () => {
  api = await startApi();
  client = clientOf(api, await api.newMerchant("2026-01-20T12:00:00Z"));
  const { id: categoryId } = await client.ok("POST", "/v3/categories", { name: "Software" });

  const flat = await client.contract({ name: "Flat" });
  const obligation = await client.add(flat, obligationBody({ categoryId }));
  await client.approve(flat);
  const seats = await termOn(client, seatBody({ interval: "MONTH", ...priced("100", "PER_ITEM") }));
  const metering = await meteringOn(client);
  await metering.addTerm("2");
  await metering.approve();
  await enablePobs(api, client.merchant);
  const milestones = [
    { name: "Design", weight: "1" },
    { name: "Build", weight: "2" },
  ];
  const measured = await stating(
    { name: "Measured" },
    { transactionPrice: "700.00", recognitionPattern: "PERCENT_COMPLETE" },
    { transactionPrice: "500.00", recognitionPattern: "MILESTONE", milestones },
  );
  const shared = await stating(
    { name: "Shared", allocationMethod: "RELATIVE_SSP" },
    { transactionPrice: "800.00", standaloneSellingPrice: "900.00" },
    { transactionPrice: "400.00", standaloneSellingPrice: "600.00" },
  );
  const asBilled = async (name: string) => {
    const id = await client.contract({ name });
    await client.add(id, obligationBody({ recognitionPattern: "RECOGNIZE_AS_BILLED" }));
    await client.approve(id);
    return id;
  };
  const [billed, voided] = [await asBilled("Billed"), await asBilled("Voided")];
  const [event] = await metering.use(["2026-01-05", "10"], ["2026-01-12", "5"]);
  const doomed = await client.contract({ name: "Doomed" });
  await client.add(
    doomed,
    obligationBody({ serviceStartDate: "2026-06-01" }, { startDate: "2026-06-01", interval: "YEAR" }),
  );
  await client.approve(doomed);
  await endOf("2026-01-20");

  await client.advance("2026-01-28T12:00:00Z");
  const flatTerms = `/v3/contracts/${flat}/billing-terms`;
  const flatTerm = `${flatTerms}/${(await client.ok("GET", flatTerms)).data[0].id}`;
  await client.ok("PATCH", flatTerm, { ...priced("450.00"), effectiveDate: "2026-07-01" });
  payloadOf(await seats.amend({ effectiveDate: "2026-02-01", delta: "5" }));
  const later = payloadOf(await seats.amend({ effectiveDate: "2026-12-01", delta: "-3" }));
  const [progressing = "", reaching = ""] = measured.pobs;
  const progress = [{ asOf: "2026-01-28", percentComplete: "0.3" }];
  await client.ok("PATCH", progressing, { progress });
  await client.ok("POST", `/v3/invoices/${(await issued(voided)).id}/actions`, { action: "VOID" });
  await metering.use(["2026-01-20", "7"]);
  await endOf("2026-01-28");

  await client.advance("2026-02-10T12:00:00Z");
  const drafts = `/v3/invoices?filter=contractId:eq:${voided},status:eq:DRAFT,issueDate:eq:2026-01-01`;
  const { data: freed } = await client.ok("GET", drafts);
  await client.ok("POST", `/v3/invoices/${freed[0].id}/actions`, { action: "ISSUE" });
  await close("2026-01");
  payloadOf(await client.send("DELETE", `${seats.path}/seat-amendments/${later.id}`));
  await client.ok("PATCH", reaching, { milestones: [{ ...milestones[0], reachedDate: "2026-02-03" }, milestones[1]] });
  await client.ok("POST", `/v3/contracts/${flat}/obligation/${obligation.id}/custom-revenue`, [
    { timeframe: "2026-03", total: "20.00" },
  ]);
  await endOf("2026-02-10");

  await client.advance("2026-02-20T12:00:00Z");
  for (const credited of [await issued(flat), await issued(billed)]) {
    await client.ok("POST", "/v3/credit-memos", {
      ...{ customerId: credited.customerId, issueDate: "2026-02-20", reason: "Service was down" },
      items: [{ invoiceLineItemId: credited.lineItems[0].id, amount: "30.00" }],
    });
  }
  await metering.forget(event?.id);
  await client.ok("PATCH", shared.pobs[0] ?? "", { transactionPrice: "700.00", correction: true });
  await client.ok("PATCH", shared.pobs[1] ?? "", { transactionPrice: "500.00", correction: true });
  const more = { name: "More", interval: "MONTH", ...priced("10.00") };
  await client.add(shared.id, obligationBody({ standaloneSellingPrice: "120.00" }, more));
  await endOf("2026-02-20");

  await client.advance("2026-03-10T12:00:00Z");
  await close("2026-02");
  payloadOf(await client.send("PATCH", `${flatTerm}/terminate`, { endDate: "2026-02-28", creditUnused: true }));
  await client.ok("DELETE", `/v3/contracts/${doomed}`);
  const euros = await client.contract({ name: "Euros", currency: "EUR" });
  await client.add(euros, obligationBody());
  await client.approve(euros);
  const added = await client.contract({ name: "Added" });
  await client.add(added, obligationBody({ categoryId }));
  await client.approve(added);
  await endOf("2026-03-10");

  await client.advance("2026-03-15T12:00:00Z");
  await client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-01&reason=Late");
  await endOf("2026-03-15");

  await client.advance("2026-03-25T12:00:00Z");
  // January is open, so this moves it.
  await client.ok("PATCH", progressing, {
    progress: [{ asOf: "2026-01-28", percentComplete: "0.2" }],
    correction: true,
  });
  await close("2026-02");
  const { data: log } = await client.ok("GET", `${shared.path}/modifications`);
  const changed = log.find(({ kind }: Json) => kind === "PERFORMANCE_OBLIGATION_PRICE");
  const treatment = changed.treatment === "PROSPECTIVE" ? "CUMULATIVE_CATCH_UP" : "PROSPECTIVE";
  const decided = `${shared.path}/modifications/${changed.id}`;
  await client.ok("PATCH", decided, { treatment, reason: "The auditor asked." });
  await endOf("2026-03-25");

  await client.advance("2026-04-12T12:00:00Z");
  await close("2026-03");
  payloadOf(await seats.patch({ ...priced("90", "PER_ITEM") }));
  await metering.use(["2026-03-31", "40"]);
  await client.drainOutbox();
});
after(() => api.close());

const days = ["2026-01-20", "2026-01-28", "2026-02-10", "2026-02-20", "2026-03-10", "2026-03-15", "2026-03-25"];

describe("a report as of an earlier day equals the report that was made on that day", () => {
  for (const day of days) {
    test(day, async () => {
      for (const query of asked) {
        assert.deepEqual(await answerOf(query, day), stated.get(day)?.get(query), `${query} as of ${day}`);
      }
    });
  }
});

test("the recorded days differ from each other, so that the comparison can fail", () => {
  for (const query of asked) {
    const versions = new Set(days.map((day) => JSON.stringify(stated.get(day)?.get(query))));
    assert.ok(versions.size >= 3, `${query}: ${versions.size} versions`);
  }
});

test("a report as of a day before anything was recorded has no rows", async () => {
  for (const query of ["waterfall?month=2026-01", "remaining-performance-obligations?month=2026-01"]) {
    assert.deepEqual((await answerOf(query, "2026-01-19")).rows, [], query);
  }
});

test("a file names the day that it is as of", async () => {
  const file = (format: string) =>
    fetch(`${api.url}/v3/reports/waterfall?month=2026-01&asOf=2026-02-20&format=${format}`, {
      headers: { authorization: `Bearer ${client.merchant.readKey}` },
    });
  const csv = await file("csv");
  assert.match(csv.headers.get("content-disposition") ?? "", /"waterfall-2026-01-contract-2026-02-20.csv"/);
  const then = stated.get("2026-02-20")?.get("waterfall?month=2026-01&groupBy=contract");
  const [, ...lines] = (await csv.text()).trimEnd().split("\r\n");
  assert.deepEqual(
    lines.map((line) => line.split(",").at(-1)),
    then?.rows.map(({ total }: Json) => total),
  );
  const [, about] = await readXlsx(Buffer.from(await (await file("xlsx")).arrayBuffer()));
  assert.equal(Object.fromEntries(about?.data ?? [])["As of"], "2026-02-20");
});

test("a day ends in the merchant's time zone", async () => {
  const merchant = await api.newMerchant("2026-02-10T12:00:00Z");
  const owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  await owner.query("update merchant set time_zone = 'America/New_York' where id = $1", [merchant.merchantId]);
  await owner.end();
  const eastern = clientOf(api, merchant);
  // 22:00 on the tenth.
  await eastern.advance("2026-02-11T03:00:00Z");
  const id = await eastern.contract();
  await eastern.add(id, obligationBody());
  await eastern.approve(id);
  await eastern.advance("2026-02-11T12:00:00Z");
  const rows = async (asOf: string) =>
    (await eastern.ok("GET", `/v3/reports/waterfall?month=2026-02&asOf=${asOf}`)).rows.length;
  assert.deepEqual([await rows("2026-02-09"), await rows("2026-02-10")], [0, 1]);
});

test("a commitment counts from the day it was created, and with its fields of that day", async () => {
  const own = clientOf(api, await api.newMerchant("2026-01-10T12:00:00Z"));
  const metering = await meteringOn(own, {}, { startDate: "2026-01-01", endDate: "2026-12-31" });
  const { id: termId } = await metering.addTerm("0.01", { usageScope: "COMMITMENT" });
  const steps = [{ commitmentValue: "100.00", billingTermIds: [termId] }];
  const schedules = [{ startDate: "2026-01-01", endDate: "2026-03-31", commitmentInterval: "MONTHLY", steps }];
  const path = `/v3/contracts/${metering.contractId}/commitments`;
  const { commitments } = await own.ok("POST", path, { commitments: [{ commitmentUnitType: "CURRENCY", schedules }] });
  await metering.approve();
  const [event] = await metering.use(["2026-01-05", "4000"]);
  const ask = (asOf = "") => own.ok("GET", `/v3/reports/waterfall?month=2026-01${asOf}`);
  const then = await ask();
  assert.equal(then.rows[0].values["2026-01"], "100.00", "what is committed, with what is still to be used");

  await own.advance("2026-01-20T12:00:00Z");
  await metering.use(["2026-01-06", "12000"]);
  await metering.forget(event?.id);
  const now = await ask();
  assert.notDeepEqual(now.rows, then.rows);
  const before = await ask("&asOf=2026-01-10");
  assert.deepEqual([before.rows, before.notes], [then.rows, []]);

  const next = { startDate: "2026-04-01", endDate: "2026-06-30", commitmentInterval: "MONTHLY", steps };
  await own.ok("POST", `${path}/${commitments[0].id}/schedules`, next);
  assert.deepEqual((await ask("&asOf=2026-01-10")).rows, then.rows, "a schedule that was added later is left out");
  const { id: commitmentId, schedules: made } = commitments[0];
  const step = `${path}/${commitmentId}/steps/${made[0].steps[0].id}`;
  await own.ok("PATCH", step, { commitmentValue: "250.00" });
  assert.equal((await ask()).rows[0].values["2026-01"], "250.00");
  assert.deepEqual((await ask("&asOf=2026-01-10")).rows, then.rows, "a step that was changed later is as it was");
});
