import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import pg from "pg";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, rejection, unknownId } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// A contract of 1,200.00 for 2026, billed at once: 100.00 a month, and 900.00 of contract liability at the end of March.
let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

type Book = { readonly client: Client; readonly contractId: string };

const once = { endDate: "2026-12-31", interval: "NONE", pricing: [{ amount: "1200.00", amountType: "TOTAL_INVOICE" }] };

/** On 10 April, closed through February. */
async function book(parts: object = {}): Promise<Book> {
  const client = clientOf(api, await api.newMerchant("2026-01-05T12:00:00Z"));
  const contractId = await client.contract();
  await client.add(contractId, obligationBody({ serviceEndDate: "2026-12-31", ...parts }, once));
  await client.approve(contractId);
  await client.advance("2026-04-10T12:00:00Z");
  await client.drainOutbox();
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
  return { client, contractId };
}

const earlier = ({ contractId }: Book, parts: object = {}) => ({
  date: "2026-03-31",
  currency: "USD",
  reason: "Accepted early",
  lines: [
    { role: "CONTRACT_LIABILITY", debit: "50.00", contractId },
    { role: "REVENUE", credit: "50.00", contractId },
  ],
  ...parts,
});

const post = ({ client }: Book, body: object): Promise<Json> => client.ok("POST", "/v3/adjustments", body);
const refusalOf = (answer: Parameters<typeof rejection>[0]) => rejection(answer).slice(0, 2).join(" ");
const close = ({ client }: Book, month: string) => client.ok("POST", `/v3/month-end-close/close-period?month=${month}`);
const entriesOf = async ({ client }: Book, type: string): Promise<Json[]> =>
  (await client.ok("GET", `/v3/journal-entries?filter=type:eq:${type}`)).data;

async function standing({ client }: Book, month: string): Promise<string[]> {
  const balance = await client.balances(month);
  return ["REVENUE", "CONTRACT_LIABILITY", "CONTRACT_ASSET", "UNBILLED_RECEIVABLE"].map(balance);
}

test("the doctor finds an adjustment whose reason was changed past the program", async () => {
  const own = await book();
  const { id } = await post(own, earlier(own));
  const owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
  const say = (reason: string) => owner.query("update adjustment set reason = $2 where id = $1", [id, reason]);
  try {
    await owner.query("set session_replication_role = replica");
    await say("Agreed by phone");
    const [found] = await runDoctor(api.platform.db, { merchantId: own.client.merchant.merchantId });
    assert.deepEqual([found?.id, found?.sample], ["INV-41", [`adjustment/${id}: no such write in the audit log`]]);
  } finally {
    await say("Accepted early");
    await owner.end();
  }
});

describe("an adjustment of the contract liability", () => {
  test("in the account of a category that no obligation has leaves sound books", async () => {
    const client = clientOf(api, await api.newMerchant("2026-01-05T12:00:00Z"));
    const contractId = await client.contract();
    await client.add(
      contractId,
      obligationBody({ serviceEndDate: "2026-12-31" }, { ...once, startDate: "2026-06-01" }),
    );
    await client.approve(contractId);
    const category = { name: "Support", contractLiabilityAccount: "Support liability" };
    const { id: categoryId } = await client.ok("POST", "/v3/categories", category);
    const own = { client, contractId };
    const [debit, credit] = earlier(own).lines;
    await client.advance("2026-02-05T12:00:00Z");
    await post(own, { ...earlier(own), date: "2026-01-31", lines: [{ ...debit, categoryId }, credit] });
    await client.drainOutbox();
    await close(own, "2026-01");
    assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId }), []);
  });

  test("remains through closes until it is reversed, and reports tie to the trial balance", async () => {
    const own = await book();
    const posted = await post(own, earlier(own, { reverseOn: "2026-04-01" }));
    assert.deepEqual([posted.adjustmentNumber, posted.total], ["ADJ-000001", "50.00"]);
    await close(own, "2026-03");
    assert.deepEqual(await standing(own, "2026-03"), ["-350.00", "-850.00", "0.00", "0.00"]);
    await own.client.advance("2026-05-05T12:00:00Z");
    await close(own, "2026-04");
    assert.deepEqual(await standing(own, "2026-04"), ["-400.00", "-800.00", "0.00", "0.00"]);

    const report = (name: string, query: string) => own.client.ok("GET", `/v3/reports/${name}?${query}`);
    for (const groupBy of ["contract", "category"]) {
      const rolled = await report(
        "contract-liability-roll-forward",
        `startMonth=2026-03&endMonth=2026-03&groupBy=${groupBy}`,
      );
      const { opening, recognized, adjusted, closing } = rolled.totals;
      assert.deepEqual([opening, recognized, adjusted, closing], ["1000.00", "100.00", "-50.00", "850.00"], groupBy);
    }
    const revenue = await report("revenue", "startMonth=2026-03&endMonth=2026-04");
    assert.deepEqual(revenue.totals.values, { "2026-03": "150.00", "2026-04": "50.00" });
    const waterfall = await report("waterfall", "month=2026-04");
    assert.deepEqual(
      [waterfall.totals.recognized, waterfall.totals.values["2026-04"], waterfall.totals.total],
      ["350.00", "50.00", "850.00"],
    );
    const customers = await own.client.ok("GET", "/v3.1/revenue?startMonth=2026-03&endMonth=2026-04");
    assert.deepEqual(customers.data.map(({ month, total }: Json) => `${month} ${total}`).toSorted(), [
      "2026-03 150.00",
      "2026-04 50.00",
    ]);
    const remaining = await report("remaining-performance-obligations", "month=2026-03");
    assert.equal(remaining.totals.total, "900.00");
  });

  test("counts in the net position of its contract: revenue beyond what is billed is a contract asset", async () => {
    const own = await book();
    const lines = [
      { role: "CONTRACT_LIABILITY", debit: "1000.00", contractId: own.contractId },
      { role: "REVENUE", credit: "1000.00", contractId: own.contractId },
    ];
    await post(own, earlier(own, { lines }));
    await close(own, "2026-03");
    assert.deepEqual(await standing(own, "2026-03"), ["-1300.00", "0.00", "100.00", "0.00"]);
    const before = (await own.client.ok("GET", "/v3/journal-entries")).totalItems;
    await own.client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-03&reason=again");
    await close(own, "2026-03");
    assert.equal((await own.client.ok("GET", "/v3/journal-entries")).totalItems, before, "closing again posts nothing");
  });

  for (const [role, expected] of [
    ["CONTRACT_ASSET", ["-350.00", "-850.00", "0.00", "0.00"]],
    ["UNBILLED_RECEIVABLE", ["-350.00", "-900.00", "0.00", "50.00"]],
  ] as const) {
    test(`of the ${role} account leaves the contract with one net position`, async () => {
      const own = await book();
      const { contractId } = own;
      const lines = [
        { role, debit: "50.00", contractId },
        { role: "REVENUE", credit: "50.00", contractId },
      ];
      await post(own, earlier(own, { lines }));
      await close(own, "2026-03");
      assert.deepEqual(await standing(own, "2026-03"), expected);
    });
  }
});

// 1,200.00 for 2026 by the quarter, loaded as of 30 June with 600.00 billed and 600.00 recognized, of which 50.00 were wrong: they are
// liability again, and are earned in August.
test("recognized revenue that an opening stated wrongly is corrected by an adjustment against migration clearing", async () => {
  const client = clientOf(api, await api.newMerchant("2026-07-05T12:00:00Z"));
  const contractId = await client.contract();
  const { billingTermId, performanceObligationId } = await client.add(contractId, obligationBody());
  await client.ok("POST", `/v3/contracts/${contractId}/opening`, {
    asOf: "2026-06-30",
    billingTerms: [{ billingTermId, invoicedThrough: "2026-06-30", billed: "600.00" }],
    performanceObligations: [{ performanceObligationId, recognized: "600.00" }],
  });
  await client.drainOutbox();
  const own = { client, contractId };
  const correct = (date: string, [debited, credited]: [string, string]) => {
    const lines = [
      { role: debited, debit: "50.00", contractId },
      { role: credited, credit: "50.00", contractId },
    ];
    return post(own, { date, currency: "USD", reason: "Half of May was not served", lines });
  };
  await correct("2026-06-30", ["MIGRATION_CLEARING", "CONTRACT_LIABILITY"]);
  await client.advance("2026-09-02T12:00:00Z");
  await client.drainOutbox();
  await correct("2026-08-31", ["CONTRACT_LIABILITY", "REVENUE"]);
  await close(own, "2026-08");
  // Billed 300.00 in July of which 100.00 a month is earned.
  const cleared = await client.balances("2026-06");
  assert.deepEqual([cleared("CONTRACT_LIABILITY"), cleared("MIGRATION_CLEARING")], ["-50.00", "50.00"]);
  assert.deepEqual(await standing(own, "2026-07"), ["-100.00", "-250.00", "0.00", "0.00"]);
  assert.deepEqual(await standing(own, "2026-08"), ["-250.00", "-100.00", "0.00", "0.00"]);
});

describe("an adjustment that makes an asset account negative", () => {
  for (const role of ["UNBILLED_RECEIVABLE", "CONTRACT_ASSET"]) {
    test(`(${role}) is presented as contract liability, and closing again posts nothing`, async () => {
      const own = await book();
      const { client, contractId } = own;
      const lines = [
        { role: "REVENUE", debit: "50.00", contractId },
        { role, credit: "50.00", contractId },
      ];
      await post(own, earlier(own, { lines }));
      await close(own, "2026-03");
      assert.deepEqual(await standing(own, "2026-03"), ["-250.00", "-950.00", "0.00", "0.00"]);
      const before = (await client.ok("GET", "/v3/journal-entries")).totalItems;
      await client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-03&reason=again");
      await close(own, "2026-03");
      assert.equal((await client.ok("GET", "/v3/journal-entries")).totalItems, before);
    });
  }
});

describe("an adjustment is rejected", () => {
  const refusals: readonly (readonly [string, object, string, RegExp])[] = [
    ["in a closed month", { date: "2026-02-28" }, "PERIOD_CLOSED", /closed/],
    ["in another currency than its contract", { currency: "EUR" }, "VALIDATION_FAILED", /EUR/],
    ["reversed before its day", { reverseOn: "2026-03-31" }, "VALIDATION_FAILED", /after the day/],
  ];
  for (const [what, parts, code, message] of refusals) {
    test(what, async () => {
      const own = await book();
      const answer = await own.client.send("POST", "/v3/adjustments", earlier(own, parts));
      assert.equal(refusalOf(answer), `400 ${code}`);
      assert.match(JSON.stringify(answer.body), message);
    });
  }

  test("when its amount is larger than the books can hold", async () => {
    const own = await book();
    const sides = (count: number) =>
      ["debit", "credit"].flatMap((side) =>
        Array.from({ length: count }, () => ({ role: side === "debit" ? "REVENUE" : "CONTRA_REVENUE", [side]: most })),
      );
    const most = "999999999999999.99";
    const answer = await own.client.send("POST", "/v3/adjustments", earlier(own, { lines: sides(11) }));
    assert.deepEqual(rejection(answer), [400, "AMOUNT_INVALID", "/lines AMOUNT_INVALID"]);
  });

  test("when a line is wrong, and the message says what to do instead", async () => {
    const own = await book();
    const { contractId } = own;
    const draft = await own.client.contract();
    const lines = async (...given: object[]) => {
      const answer = await own.client.send("POST", "/v3/adjustments", earlier(own, { lines: given }));
      assert.equal(answer.status, 400);
      return `${answer.body.error.errorCode} ${JSON.stringify(answer.body)}`;
    };
    const revenue = { role: "REVENUE", credit: "50.00", contractId };
    const liability = { role: "CONTRACT_LIABILITY", debit: "50.00", contractId };
    for (const [role, document] of [
      ["RECEIVABLE", "an invoice"],
      ["CUSTOMER_CREDIT", "a credit memo"],
      ["CASH", "a payment"],
      ["TAX_PAYABLE", "an invoice"],
    ] as const) {
      assert.ok((await lines({ ...liability, role }, revenue)).includes(`use ${document}`), role);
    }
    assert.match(await lines(liability, { ...revenue, credit: "49.99" }), /^ADJUSTMENT_UNBALANCED .* is 0\.01\./);
    assert.match(await lines(liability, { role: "REVENUE", credit: "50.00" }), /^ADJUSTMENT_UNBALANCED/);
    assert.match(await lines({ role: "CONTRACT_LIABILITY", debit: "50.00" }, revenue), /name the contract/);
    const clearing = { role: "MIGRATION_CLEARING", debit: "50.00" };
    assert.match(await lines(clearing, revenue), /offset of a contract's opening; name the contract/);
    assert.match(await lines({ ...clearing, contractId }, revenue), /^VALIDATION_FAILED .*The contract has no opening/);
    assert.match(await lines({ ...liability, credit: "50.00" }, revenue), /ONE_SIDE/);
    assert.match(await lines({ ...liability, debit: "50.001" }, revenue), /AMOUNT_INVALID/);
    const ofDraft = { contractId: draft };
    assert.match(await lines({ ...liability, ...ofDraft }, { ...revenue, ...ofDraft }), /^INVALID_CONTRACT_STATE/);
    const stranger = (await book()).contractId;
    for (const other of [unknownId, stranger]) {
      const found = await lines({ ...liability, contractId: other }, { ...revenue, contractId: other });
      assert.match(found, /^CONTRACT_NOT_FOUND/);
    }
  });
});

describe("an adjustment is reversed", () => {
  test("once, by a journal entry of its own in an open month", async () => {
    const own = await book();
    const { id } = await post(own, earlier(own));
    await close(own, "2026-03");
    const path = `/v3/adjustments/${id}/reverse`;
    assert.equal(refusalOf(await own.client.send("POST", path, { reason: "Wrong" })), "400 PERIOD_CLOSED");
    const early = { reason: "Wrong", date: "2026-03-30" };
    assert.equal(refusalOf(await own.client.send("POST", path, early)), "400 INVALID_DATE");
    const reversal = await own.client.ok("POST", path, { reason: "Wrong", date: "2026-04-10" });
    assert.deepEqual([reversal.reversesAdjustmentId, reversal.adjustmentNumber], [id, "ADJ-000002"]);
    const again = { reason: "Wrong", date: "2026-04-10" };
    assert.equal(refusalOf(await own.client.send("POST", path, again)), "400 ADJUSTMENT_REVERSED");
    const back = `/v3/adjustments/${reversal.id}/reverse`;
    assert.equal(refusalOf(await own.client.send("POST", back, again)), "400 ADJUSTMENT_REVERSED");
    const [second, first] = await entriesOf(own, "ADJUSTMENT");
    assert.deepEqual([second.reversesEntryId, second.date], [first.id, "2026-04-10"]);
    assert.equal((await own.client.ok("GET", `/v3/adjustments/${id}`)).reversedByAdjustmentId, reversal.id);
    const { data, totalItems } = await own.client.ok("GET", "/v3/adjustments?filter=month:eq:2026-04");
    assert.deepEqual([data[0].id, totalItems], [reversal.id, 1]);
    const missing = await own.client.send("GET", `/v3/adjustments/${unknownId}`);
    assert.deepEqual([missing.status, missing.body.error.errorCode], [404, "ADJUSTMENT_NOT_FOUND"]);
  });
});

test("a dry run of an adjustment shows its entries and keeps nothing, and If-Plan rejects a changed plan", async () => {
  const own = await book();
  const body = earlier(own, { reverseOn: "2026-04-01" });
  const { plan, planHash, result } = await own.client.ok("POST", "/v3/adjustments?dryRun=true", body);
  assert.deepEqual([result.id, result.adjustmentNumber, plan.journal.length ?? plan.journal.total], [null, null, 2]);
  assert.equal((await own.client.ok("GET", "/v3/adjustments")).totalItems, 0);
  const changed = earlier(own, { reverseOn: "2026-04-02" });
  const refused = await own.client.send("POST", "/v3/adjustments", changed, { "if-plan": planHash });
  assert.equal(refusalOf(refused), "409 PLAN_CHANGED");
  const real = await own.client.send("POST", "/v3/adjustments", body, { "if-plan": planHash });
  assert.equal(real.status, 201);
  const audits = await own.client.ok("GET", "/v3/audit-log?filter=entityType:eq:ADJUSTMENT");
  assert.deepEqual(audits.data.map(({ action, reason }: Json) => `${action} ${reason}`).toSorted(), [
    "adjustment.create Accepted early",
    "adjustment.reverse Accepted early",
  ]);
});
