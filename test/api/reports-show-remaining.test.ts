import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { clientOf, obligationBody, priced } from "../support/client.ts";
import { commitmentBody, commitmentsOn } from "../support/commitment-client.ts";
import { runDoctor } from "../support/doctor.ts";
import { withPobs } from "../support/pobs.ts";
import { milestoneBody, termOn } from "../support/term-client.ts";

// Remaining performance obligations: what counts at a month end, and what of usage is owed in any case.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

test("remaining obligations of a closed month stay when credits and changes are recorded later", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-25T12:00:00Z"));
  const ask = (name: string, query: string): Promise<Json> => client.ok("GET", `/v3/reports/${name}?${query}`);
  const remaining = async (month: string, asOf = ""): Promise<string[]> =>
    (await ask("remaining-performance-obligations", `month=${month}${asOf}`)).rows.map((each: Json) =>
      [each.name.split(" ")[0], each.total].join(" "),
    );
  const once = { interval: "NONE", startDate: "2026-01-20", endDate: "2026-01-20" };
  const sold = await client.contract({ name: "Sold" });
  await client.add(
    sold,
    obligationBody(
      { serviceStartDate: "2026-01-20", serviceEndDate: "2026-01-20", recognitionPattern: "POINT_IN_TIME" },
      { ...once, pricing: [{ amount: "500.00", amountType: "TOTAL_INVOICE" }] },
    ),
  );
  await client.approve(sold);
  const served = await client.contract({ name: "Served" });
  await client.add(served, obligationBody());
  await client.approve(served);
  await client.advance("2026-02-10T12:00:00Z");
  await client.drainOutbox();
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  assert.deepEqual(await remaining("2026-01"), ["Served 1100.00"]);

  for (const [contractId, amount] of [
    [sold, "100.00"],
    [served, "90.00"],
  ]) {
    const filter = `contractId:eq:${contractId},status:eq:ISSUED`;
    const invoice = (await client.ok("GET", `/v3/invoices?filter=${filter}`)).data[0];
    await client.ok("POST", "/v3/credit-memos", {
      ...{ customerId: invoice.customerId, issueDate: "2026-02-10", reason: "Late" },
      items: [{ invoiceLineItemId: invoice.lineItems[0].id, amount }],
    });
  }
  const terms = `/v3/contracts/${served}/billing-terms`;
  const { id: termId } = (await client.ok("GET", terms)).data[0];
  const pricing = [{ amount: "450.00", amountType: "TOTAL_INVOICE" }];
  await client.ok("PATCH", `${terms}/${termId}`, { pricing, effectiveDate: "2026-07-01" });
  await client.drainOutbox();
  assert.deepEqual(await remaining("2026-01"), ["Served 1100.00"]);
  // 1,410.00 are left to earn of the new price; what was earned of the 90.00 in January is corrected in February.
  const march = await ask("waterfall", "month=2026-03");
  assert.deepEqual(await remaining("2026-02"), [
    `Served ${march.rows.find(({ name }: Json) => name.startsWith("Served")).total}`,
  ]);
  const late = await client.contract({ name: "Late" });
  await client.add(late, obligationBody());
  await client.approve(late);
  assert.deepEqual(await remaining("2026-01"), ["Served 1100.00"]);
  assert.equal((await remaining("2026-02")).length, 2, "what was approved in February counts from then on");
  await client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-01");
  assert.deepEqual(await remaining("2026-01"), ["Served 1100.00"]);
});

test("an open milestone is remaining in no month until it is reached", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
  const { path } = await termOn(client, milestoneBody());
  await client.drainOutbox();
  const left = async (query: string): Promise<Json> => {
    const { totals } = await client.ok("GET", `/v3/reports/remaining-performance-obligations?${query}`);
    return [totals.total, totals.within12Months, totals.undated, totals.values];
  };
  const waiting = ["5000.00", "0.00", "5000.00", {}];
  for (const query of ["month=2026-01", "month=2026-01&asOf=2026-01-15", "month=2026-01&groupBy=customer"]) {
    assert.deepEqual(await left(query), waiting, query);
  }
  await client.advance("2026-02-10T12:00:00Z");
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
  await client.ok("POST", `${path}/milestone`, { reachedOn: "2026-02-05" });
  await client.drainOutbox();
  assert.deepEqual(await left("month=2026-01"), waiting);
  assert.deepEqual(await left("month=2026-02"), ["0.00", "0.00", "0.00", {}]);
  assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId, full: true }), []);
});

test("a commitment is remaining by its value, whatever is used", async () => {
  const schedules = {
    "a true-up": {},
    "a prepayment": { prepaidEnabled: true, prepaidValue: "1000.00", prepaymentScheduleType: "FULL_UPFRONT" },
  };
  for (const [name, schedule] of Object.entries(schedules)) {
    const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
    const committed = await commitmentsOn(client);
    await committed.create(commitmentBody(committed.first, schedule));
    await client.approve(committed.contractId);
    const remaining = async (month: string): Promise<Json> =>
      client.ok("GET", `/v3/reports/remaining-performance-obligations?month=${month}`);
    await committed.use("2026-01-05", "20000");
    await client.advance("2026-02-10T12:00:00Z");
    await client.drainOutbox();
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-01");
    const { totals, notes } = await remaining("2026-01");
    assert.deepEqual(
      [totals.total, totals.within12Months, totals.undated, totals.values],
      ["800.00", "800.00", "0.00", { "2026": "800.00" }],
      name,
    );
    assert.match(notes[0], /recognized as billed or as consumed/);
    const waterfall = await client.ok("GET", "/v3/reports/waterfall?month=2026-02");
    assert.equal(waterfall.totals.total, "800.00");

    // 30.00 of January that came late, 300.00 of February, and in March 150.00 beyond what is committed.
    await committed.use("2026-01-20", "3000");
    await committed.use("2026-02-09", "30000");
    await client.advance("2026-03-20T12:00:00Z");
    await committed.use("2026-03-15", "62000");
    await client.drainOutbox();
    const left = [];
    for (const month of ["2026-01", "2026-02", "2026-03"]) left.push((await remaining(month)).totals.total);
    assert.deepEqual(left, ["800.00", "470.00", "0.00"], name);
  }
});

test("a commitment is remaining through its last period, usage with an end by its minimum", async () => {
  const client = clientOf(api, await api.newMerchant("2026-01-15T12:00:00Z"));
  const committed = await commitmentsOn(client);
  const first = await committed.term({ name: "Calls to 2028", endDate: "2028-12-31" });
  await committed.create(commitmentBody(first, { endDate: "2028-12-31", commitmentInterval: "YEARLY" }));
  await client.approve(committed.contractId);
  const metered = await commitmentsOn(client);
  const minimum = { usageScope: "STANDALONE", minimumAmount: "50.00", interval: "MONTH" };
  await metered.term({ ...minimum, name: "With an end", endDate: "2026-06-30" });
  await metered.term({ ...minimum, name: "Without", startDate: "2026-07-01", endDate: null });
  await client.ok("DELETE", `${metered.path}/billing-terms/${metered.first}`);
  await client.ok("DELETE", `${metered.path}/billing-terms/${metered.second}`);
  await client.approve(metered.contractId);
  await committed.use("2026-01-05", "20000");
  await client.drainOutbox();
  const answer = await client.ok("GET", "/v3/reports/remaining-performance-obligations?month=2026-01");
  assert.deepEqual(
    answer.rows.map(({ total: left, within12Months, later, values }: Json) => [left, within12Months, later, values]),
    [
      ["2800.00", "800.00", "2000.00", { "2026": "800.00", "2027": "1000.00", "2028": "1000.00" }],
      ["250.00", "250.00", "0.00", { "2026": "250.00" }],
    ],
  );
});

test("remaining obligations of a closed month use the term as it was then, also where its later end counts delivery", async () => {
  // 300.00 a month from April to 15 June: 450.00 remain at the end of April, whatever is recorded in May and June.
  const client = clientOf(api, await withPobs(api, "2027-01-01T12:00:00Z"));
  const contractId = await client.contract();
  const path = `/v3/contracts/${contractId}`;
  const monthly = (name: string, startDate: string, endDate: string) => ({
    ...{ name, startDate, endDate, interval: "MONTH", billingType: "FLAT", invoiceDateStrategy: "FIRST_OF_PERIOD" },
    ...priced("300.00"),
  });
  const { id, billingTermGroupId } = await client.ok(
    "POST",
    `${path}/billing-terms`,
    monthly("Old", "2027-01-01", "2027-06-30"),
  );
  const service = { serviceStartDate: "2027-01-01", serviceEndDate: "2027-06-30" };
  const setup = { ...service, name: "Setup", transactionPrice: "1800.00", standaloneSellingPrice: "1800.00" };
  await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate: [setup] });
  await client.approve(contractId);
  const swap = (term: string, effectiveDate: string, newTerm: object): Promise<Json> =>
    client.ok("POST", `${path}/billing-terms/${term}/swap`, { effectiveDate, newTerm });
  const { added } = await swap(id, "2027-04-01", monthly("New", "2027-04-01", "2027-06-15"));
  await client.advance("2027-05-11T12:00:00Z");
  await client.ok("POST", "/v3/month-end-close/close-period?month=2027-04");
  const left = async (asOf = "") =>
    (await client.ok("GET", `/v3/reports/remaining-performance-obligations?month=2027-04${asOf}`)).totals.total;
  assert.equal(await left(), "450.00");
  await client.ok("PATCH", `${path}/billing-terms/${added.id}`, { endDate: "2027-06-10" });
  await client.advance("2027-06-11T12:00:00Z");
  await swap(added.id, "2027-05-03", monthly("Newer", "2027-05-03", "2027-11-30"));
  assert.deepEqual([await left(), await left("&asOf=2027-05-11")], ["450.00", "450.00"]);
});

test("remaining obligations summed in the database from stored revenue equal those computed, by every dimension and month", async () => {
  const client = clientOf(api, await withPobs(api, "2026-02-10T09:00:00Z"));
  const categories = await Promise.all(
    ["Software", "Service"].map(async (name) => (await client.ok("POST", "/v3/categories", { name })).id),
  );
  const served = { serviceStartDate: "2026-01-10", serviceEndDate: "2027-11-30" };
  const patterns = [
    { ...served, recognitionPattern: "STRAIGHT_LINE", transactionPrice: "1000.01" },
    { ...served, recognitionPattern: "STRAIGHT_LINE_DAILY", transactionPrice: "999.99", serviceEndDate: "2028-05-17" },
    { recognitionPattern: "RECOGNIZE_AS_BILLED" },
    {
      ...served,
      recognitionPattern: "MILESTONE",
      transactionPrice: "300.00",
      milestones: [{ name: "Done", weight: "1" }],
    },
  ];
  // Each contract has other ones of them, so that rows of one dimension mix what rows of another keep apart.
  for (const [index, name] of ["One", "Two", "Three"].entries()) {
    const contractId = await client.contract({ name });
    const path = `/v3/contracts/${contractId}`;
    for (const [place, pattern] of patterns.entries()) {
      if ((place + index) % 4 === 0) continue;
      const amount = "transactionPrice" in pattern ? pattern.transactionPrice : "500.00";
      const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, {
        ...{ name: `${name} ${place}`, startDate: "2026-01-10", endDate: "2026-01-10", interval: "NONE" },
        ...{ billingType: "FLAT", invoiceDateStrategy: "FIRST_OF_PERIOD", ...priced(amount) },
      });
      const categoryId = place % 3 === 2 ? {} : { categoryId: categories[(place + index) % 2] };
      const toCreate = [{ name: `${name} ${place}`, ...categoryId, ...pattern }];
      await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
    }
    await client.approve(contractId);
  }
  const endless = await client.contract({ name: "Endless" });
  await client.add(endless, {
    ...{ serviceStartDate: "2026-01-01", recognitionPattern: "STRAIGHT_LINE" },
    billingSchedule: {
      ...{ name: "Platform", startDate: "2026-01-01", interval: "MONTH", billingType: "FLAT" },
      ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", pricing: [{ amount: "10.00", amountType: "TOTAL_INVOICE" }] },
    },
  });
  await client.approve(endless);
  const shown = async (path: string) => {
    const { generatedAt: _at, parameters: _asked, ...report } = await client.ok("GET", path);
    return report;
  };
  for (const groupBy of ["contract", "customer", "category", "product"]) {
    for (const month of ["2026-01", "2026-02", "2027-03"]) {
      const path = `/v3/reports/remaining-performance-obligations?month=${month}&groupBy=${groupBy}`;
      const kept = await shown(path);
      // A report of a day computes.
      assert.deepEqual(kept, await shown(`${path}&asOf=2026-02-10`), `${month} by ${groupBy}`);
      if (month === "2026-01") assert.ok(kept.rows.length > 0 && kept.notes.length === 2, JSON.stringify(kept.notes));
    }
  }
});
