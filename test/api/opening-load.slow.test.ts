import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, obligationBody, priced, rejection, unknownId } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const book = async (clock = "2026-07-05T12:00:00Z"): Promise<Client> => clientOf(api, await api.newMerchant(clock));

/** 1,200.00 for 2026, 300.00 a quarter in advance, with its opening as of 30 June: two quarters billed, 600.00 recognized. */
async function drafted(client: Client, parts: object = {}, schedule: object = {}) {
  const contractId = await client.contract();
  const { billingTermId, performanceObligationId } = await client.add(contractId, obligationBody(parts, schedule));
  const path = `/v3/contracts/${contractId}/opening`;
  const body = {
    asOf: "2026-06-30",
    billingTerms: [{ billingTermId, invoicedThrough: "2026-06-30", billed: "600.00" }],
    performanceObligations: [{ performanceObligationId, recognized: "600.00" }],
  };
  const old = {
    ...{ invoiceNumber: "R-2", issueDate: "2026-04-01", dueDate: "2026-05-01", total: "357.00", tax: "57.00" },
    balance: "100.00",
  };
  return { contractId, billingTermId, performanceObligationId, path, body, old };
}

const invoicesOf = async (client: Client, contractId: string): Promise<Json[]> =>
  (await client.ok("GET", `/v3/invoices?filter=contractId:eq:${contractId}&sort=invoiceNumber:asc&limit=100`)).data;

describe("an opening", () => {
  test("is loaded, approved, billed on from the last day of the old books, and has one event", async () => {
    const client = await book();
    const { contractId, billingTermId, performanceObligationId, path, body, old } = await drafted(client);
    const opening = await client.ok("POST", path, { ...body, openInvoices: [old], customerCredit: "20.00" });
    const { createdAt, invoices, ...rest } = opening;
    assert.ok(createdAt.endsWith("Z"));
    assert.deepEqual(rest, {
      ...{ contractId, asOf: "2026-06-30", postedOn: "2026-06-30", usageFrom: "2026-07-01", difference: "SPREAD" },
      billingTerms: [{ billingTermId, invoicedThrough: "2026-06-30", billed: "600.00" }],
      performanceObligations: [
        { performanceObligationId, recognized: "600.00", difference: "0.00", differenceByMonth: null },
      ],
      credits: [],
      // Receivable 657.00 − 557.00 paid; the liability is level; 57.00 of tax, and 20.00 of the customer.
      balances: [
        { role: "RECEIVABLE", balance: "100.00" },
        { role: "TAX_PAYABLE", balance: "-57.00" },
        { role: "CUSTOMER_CREDIT", balance: "-20.00" },
        { role: "MIGRATION_CLEARING", balance: "-23.00" },
      ],
    });
    assert.deepEqual(
      invoices.map(({ invoiceNumber, issueDate, total, tax, balance }: Json) => {
        return [invoiceNumber, issueDate, total, tax, balance];
      }),
      [
        ["R-2", "2026-04-01", "357.00", "57.00", "100.00"],
        [`OPENING-${contractId.slice(-12)}`, "2026-06-30", "300.00", "0.00", "0.00"],
      ],
    );
    assert.deepEqual(await client.ok("GET", path), opening);
    await client.drainOutbox();
    const made = await invoicesOf(client, contractId);
    assert.deepEqual(
      made
        .filter(({ status }) => status !== "DRAFT")
        .map((each) => [each.invoiceNumber, each.issueDate, each.status, each.source]),
      [
        ["INV-000001", "2026-07-01", "ISSUED", "ENGINE"],
        [`OPENING-${contractId.slice(-12)}`, "2026-06-30", "PAID", "IMPORT"],
        ["R-2", "2026-06-30", "PARTIALLY_PAID", "IMPORT"],
      ],
    );
    const [, , oldOne] = made.filter(({ status }) => status !== "DRAFT");
    assert.deepEqual(
      [oldOne.originalIssueDate, oldOne.dueDate, oldOne.balanceRemaining, oldOne.taxLines[0].rate],
      ["2026-04-01", "2026-05-01", "100.00", "0.19"],
    );
    const { data: payments } = await client.ok("GET", "/v3/payments");
    assert.deepEqual(
      payments.map(({ type, total, unappliedAmount }: Json) => [type, total, unappliedAmount]),
      [["OPENING", "577.00", "20.00"]],
    );
    await api.placeEvents(client.merchant);
    const { data: events } = await client.ok("GET", "/v3/events-feed?limit=100");
    const told = events.map(({ type }: Json) => type);
    assert.deepEqual(
      told.filter((type: string) => /opened|issued|payment/.test(type)),
      ["contract.opened", "invoice.issued"],
    );
  });

  test("without figures, of service after it, earns from the first open month on, although nothing else is in that month", async () => {
    const client = await book("2026-02-15T12:00:00Z");
    await close(client, "2025-11");
    const contractId = await client.contract();
    const [serviceStartDate, serviceEndDate] = ["2025-07-01", "2026-06-30"];
    const schedule = { ...priced("1200.00"), startDate: serviceStartDate, endDate: serviceEndDate, interval: "YEAR" };
    await client.add(contractId, obligationBody({ serviceStartDate, serviceEndDate }, schedule));
    await client.ok("POST", `/v3/contracts/${contractId}/opening`, { asOf: "2024-12-31" });
    await client.drainOutbox();
    await close(client, "2026-01");
    // July to December in December, then a month each.
    assert.equal((await client.balances("2025-12"))("REVENUE"), "-600.00");
    assert.equal((await client.balances("2026-01"))("REVENUE"), "-700.00");
  });

  test("has a preview with all its effects", async () => {
    const client = await book();
    const { contractId, path, body, old } = await drafted(client);
    const write = { contractId, method: "POST", path, body: { ...body, openInvoices: [old] } } as const;
    const plan = await dryThenReal(api, client, write);
    assert.ok(JSON.stringify(plan).includes("MIGRATION_CLEARING"));
  });

  test("of a closed month is posted on the first open day, and closed months stay as they are", async () => {
    const client = await book();
    const other = await client.contract();
    await client.add(other, obligationBody());
    await client.approve(other);
    await close(client, "2026-06");
    const { path, body, old, performanceObligationId } = await drafted(client);
    const opening = await client.ok("POST", path, { ...body, openInvoices: [old] });
    assert.equal(opening.postedOn, "2026-07-01");
    await client.drainOutbox();
    await client.advance("2026-08-02T12:00:00Z");
    await client.drainOutbox();
    await close(client, "2026-07");
    const { data } = await client.ok(
      "GET",
      `/v3/revenue-schedules?filter=performanceObligationId:eq:${performanceObligationId}&limit=100`,
    );
    // July has its own 100.00, beside the 600.00 that were recognized elsewhere.
    assert.deepEqual(
      data
        .map(({ timeframe, amount }: Json) => `${timeframe} ${amount}`)
        .toSorted()
        .slice(0, 3),
      ["2026-07 100.00", "2026-07 600.00", "2026-08 100.00"],
    );
    const balance = await client.balances("2026-07");
    assert.equal(balance("REVENUE"), "-800.00", "six months and July of the other contract, July of this one");
  });

  test("of a reopened month is posted in it, and the package of the earlier close is still valid", async () => {
    const client = await book();
    await close(client, "2026-06");
    await client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-06");
    const { path, body } = await drafted(client);
    const { postedOn } = await client.ok("POST", path, body);
    assert.equal(postedOn, "2026-06-30");
    await client.drainOutbox();
    assert.deepEqual(await runDoctor(api.platform.db, { full: true }), []);
    await close(client, "2026-06");
    const { data } = await client.ok("GET", "/v3/month-end-close/packages?filter=month:eq:2026-06");
    assert.equal(data.length, 2);
  });

  test("of a month locked for billing is posted on the first day after it, and its revenue is recognized once", async () => {
    const client = await book();
    const earlier = await drafted(client);
    const performanceObligations = [{ performanceObligationId: earlier.performanceObligationId, recognized: "500.00" }];
    await client.ok("POST", earlier.path, { ...earlier.body, asOf: "2026-05-31", performanceObligations });
    await client.ok("POST", "/v3/month-end-close/lock", { month: "2026-06", subLedger: "BILLING" });
    const { path, body } = await drafted(client);
    const opening = await client.ok("POST", path, body);
    assert.equal(opening.postedOn, "2026-07-01");
    await client.drainOutbox();
    await client.advance("2026-08-02T12:00:00Z");
    await client.drainOutbox();
    await close(client, "2026-07");
    assert.equal((await client.balances("2026-06"))("REVENUE"), "-100.00", "June of the other contract");
    assert.equal((await client.balances("2026-07"))("REVENUE"), "-300.00", "and July of both");
  });

  test("ties in every report: revenue is that of Accord's journal, and the roll-forward shows the rest as adjustments", async () => {
    const client = await book();
    const { id: categoryId } = await client.ok("POST", "/v3/categories", { name: "Software" });
    const { path, body } = await drafted(client, { categoryId });
    await client.ok("POST", path, body);
    await client.drainOutbox();
    await client.advance("2026-08-02T12:00:00Z");
    await client.drainOutbox();
    await close(client, "2026-07");
    const months = "startMonth=2026-06&endMonth=2026-07";
    const { rows } = await client.ok("GET", `/v3/reports/disclosures?${months}`);
    assert.ok(rows.length >= 13);
    assert.deepEqual(
      rows.filter(({ difference }: Json) => difference !== "0.00"),
      [],
    );
    const revenue = await client.ok("GET", `/v3/reports/revenue?${months}`);
    assert.deepEqual(revenue.totals.values, { "2026-06": "0.00", "2026-07": "100.00" });
    for (const groupBy of ["contract", "category"]) {
      const { totals } = await client.ok(
        "GET",
        `/v3/reports/contract-liability-roll-forward?${months}&groupBy=${groupBy}`,
      );
      const { opening, billed, recognized, adjusted, closing } = totals;
      assert.deepEqual(
        [opening, billed, recognized, adjusted, closing],
        ["0.00", "900.00", "100.00", "-600.00", "200.00"],
        groupBy,
      );
    }
  });

  test("recognizes no revenue of the old books, in a month that is open or was closed before the opening", async () => {
    for (const first of ["2026-06", "2026-07"]) {
      const client = await book("2026-07-05T12:00:00Z");
      if (first === "2026-07") await close(client, "2026-06");
      const { path, body } = await drafted(client);
      const { postedOn } = await client.ok("POST", path, body);
      assert.equal(postedOn.slice(0, 7), first);
      const shown = async (month: string) => {
        const months = `startMonth=${month}&endMonth=${month}`;
        const { totals } = await client.ok("GET", `/v3/reports/revenue?${months}&basis=ALL`);
        const { data } = await client.ok("GET", `/v3.1/revenue?${months}`);
        const overview = await client.ok("GET", `/v3/overview?month=${month}`);
        const flux = (await client.ok("GET", `/v3/reports/flux?month=${month}`)).totals;
        assert.equal(flux.caughtUp, "0.00");
        return [totals.total, data[0]?.total ?? "0.00", overview.months.at(-1).recognized, flux.after];
      };
      for (const isStored of [false, true]) {
        if (isStored) await client.drainOutbox();
        assert.deepEqual(await shown("2026-06"), ["0.00", "0.00", "0.00", "0.00"], `${first}, kept: ${isStored}`);
        assert.deepEqual(
          await shown("2026-07"),
          ["100.00", "100.00", "100.00", "100.00"],
          `${first}, kept: ${isStored}`,
        );
      }
    }
  });

  test("loads open invoices that are paid, credited and voided like any other", async () => {
    const client = await book();
    const { path, body, old } = await drafted(client);
    const { invoices } = await client.ok("POST", path, { ...body, openInvoices: [{ ...old, balance: "357.00" }] });
    await client.drainOutbox();
    const [{ invoiceId }] = invoices;
    await client.ok("POST", `/v3/invoices/${invoiceId}/actions`, { action: "VOID" });
    await client.drainOutbox();
    const balance = await client.balances("2026-06");
    assert.deepEqual([balance("RECEIVABLE"), balance("TAX_PAYABLE")], ["0.00", "0.00"]);
  });

  for (const [interval, minimumAmount, billed] of [
    ["MONTH", "10.00", ["2026-07-01 2026-07-31 10.00"]],
    ["QUARTER", "30.00", ["2026-07-01 2026-09-30 30.00"]],
    // Half of the year is left of its minimum.
    ["YEAR", "120.00", ["2026-07-01 2026-12-31 60.00"]],
  ] as const) {
    test(`charges no usage minimum for days billed in the old books: by ${interval}`, async () => {
      const client = await book();
      const { contractId, path, body } = await drafted(client);
      const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
      await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, {
        ...{ name: "Calls", startDate: "2026-01-01", endDate: "2026-12-31", interval, eventTypeId, minimumAmount },
        ...{ invoiceDateStrategy: "ARREARS", billingType: "UNIT", prorationPolicy: "MONTH" },
        pricing: [{ amount: "1.00", amountType: "PER_ITEM" }],
      });
      await client.ok("POST", path, body);
      await client.drainOutbox();
      await client.advance(
        { MONTH: "2026-08-05T12:00:00Z", QUARTER: "2026-10-05T12:00:00Z", YEAR: "2027-01-05T12:00:00Z" }[interval],
      );
      await client.drainOutbox();
      const lines = (await invoicesOf(client, contractId)).flatMap(({ status, lineItems }) =>
        status === "DRAFT" ? [] : lineItems,
      );
      const minimums = lines.filter(({ name }: Json) => name.startsWith("Calls"));
      assert.deepEqual(
        minimums.map(
          ({ serviceStartDate, serviceEndDate, total }: Json) => `${serviceStartDate} ${serviceEndDate} ${total}`,
        ),
        billed,
      );
      const { data: revenue } = await client.ok(
        "GET",
        `/v3/revenue-schedules?filter=contractId:eq:${contractId}&limit=100`,
      );
      const consumed = revenue
        .filter(({ source }: Json) => source === "CONSUMED")
        .map(({ timeframe }: Json) => timeframe);
      assert.ok(
        consumed.every((month: string) => month > "2026-06"),
        consumed.join(),
      );
    });
  }
});

describe("what is rejected", () => {
  test("a period with a split key that was not billed; without a key it is the only one", async () => {
    const client = await book();
    const { billingTermId, path, body, old } = await drafted(client);
    const load = (invoiceSplitKey: string | null) => {
      const periods = [{ billingTermId, startDate: "2026-04-01", invoiceSplitKey }];
      return client.send("POST", `${path}?dryRun=true`, { ...body, openInvoices: [{ ...old, periods }] });
    };
    assert.deepEqual(rejection(await load("lab")), [
      ...[400, "VALIDATION_FAILED"],
      ...["/openInvoices/0/periods/0 NOT_FOUND", "/openInvoices/0/total CONFLICT"],
    ]);
    assert.equal((await load(null)).status, 200);
  });

  test("every issue of a request at once, and nothing is kept", async () => {
    const client = await book();
    const { contractId, path, body, old, billingTermId, performanceObligationId } = await drafted(client);
    const answer = await client.send("POST", path, {
      asOf: "2026-06-29",
      billingTerms: [
        { billingTermId, invoicedThrough: "2026-06-29", billed: "600.00" },
        { billingTermId: unknownId, invoicedThrough: "2026-06-30", billed: "1.00" },
      ],
      performanceObligations: [
        { performanceObligationId, recognized: "600.00" },
        { performanceObligationId, recognized: "600.00" },
        { performanceObligationId: unknownId, recognized: "600.00" },
      ],
      openInvoices: [
        { ...old, invoiceNumber: "INV-000007", dueDate: "2026-03-31", tax: "400.00", balance: "358.00" },
        { ...old, invoiceNumber: "INV-000007", issueDate: "2026-07-01", dueDate: "2026-07-31" },
      ],
    });
    assert.equal(answer.status, 400);
    const found = answer.body.error.details.issues.map(({ path: at, code }: Json) => `${at} ${code}`);
    assert.deepEqual(found.toSorted(), [
      "/asOf RANGE",
      "/billingTerms/0/invoicedThrough RANGE",
      "/billingTerms/1/billingTermId NOT_FOUND",
      "/openInvoices/0/balance RANGE",
      "/openInvoices/0/dueDate RANGE",
      "/openInvoices/0/invoiceNumber INVOICE_NUMBER_TAKEN",
      "/openInvoices/0/tax RANGE",
      "/openInvoices/0/total CONFLICT",
      "/openInvoices/1/invoiceNumber DUPLICATE",
      "/openInvoices/1/invoiceNumber INVOICE_NUMBER_TAKEN",
      "/openInvoices/1/issueDate RANGE",
      "/openInvoices/1/total CONFLICT",
      "/performanceObligations/1/performanceObligationId DUPLICATE",
      "/performanceObligations/2/performanceObligationId NOT_FOUND",
    ]);
    const missing = await client.send("POST", path, { ...body, performanceObligations: [] });
    assert.deepEqual(missing.body.error.details.issues[0].path, "/performanceObligations");
    const other = await client.send("POST", path, {
      ...body,
      billingTerms: [{ billingTermId, invoicedThrough: "2026-06-30", billed: "599.99" }],
    });
    assert.match(other.body.error.message, /bills 600\.00 through that day, and 599\.99 was sent/);
    assert.equal((await client.ok("GET", `/v3/contracts/${contractId}`)).status, "PROCESSED");
    assert.deepEqual(rejection(await client.send("GET", path)), [404, "OPENING_NOT_FOUND"]);
    assert.deepEqual(await invoicesOf(client, contractId), []);
  });

  test("a second opening, and one after invoices of Accord", async () => {
    const client = await book();
    const { path, body } = await drafted(client);
    await client.ok("POST", path, body);
    assert.deepEqual(rejection(await client.send("POST", path, body)), [409, "OPENING_EXISTS"]);
    const billed = await drafted(client);
    await client.approve(billed.contractId);
    assert.deepEqual(rejection(await client.send("POST", billed.path, billed.body)), [409, "CONTRACT_INVOICED"]);
  });

  test("deleting a part of the loaded contract while its opening stands: its entry is of the old books, not of a close", async () => {
    const client = await book();
    const arrears = { invoiceDateStrategy: "ARREARS", interval: "YEAR" };
    const { contractId, billingTermId, performanceObligationId, path, body } = await drafted(client, {}, arrears);
    const performanceObligations = [{ performanceObligationId, recognized: "150.00" }];
    await client.ok("POST", path, { ...body, billingTerms: [], performanceObligations });
    const { data } = await client.ok("GET", `/v3/contracts/${contractId}/obligations`);
    const of = `/v3/contracts/${contractId}`;
    for (const [doomed, status, code] of [
      [`${of}/obligations/${data[0].id}`, 400, "OBLIGATION_LOCKED"],
      [`${of}/billing-terms/${billingTermId}`, 409, "BILLING_TERM_DELETE_BLOCKED"],
    ] as const) {
      const answer = await client.send("DELETE", doomed);
      assert.deepEqual(rejection(answer), [status, code]);
      assert.match(answer.body.message, /loaded by an opening; terminate/);
    }
    await client.drainOutbox();
    await client.advance("2026-08-02T12:00:00Z");
    await close(client, "2026-07");
    assert.equal((await client.balances("2026-06"))("REVENUE"), "0.00");
    assert.equal((await client.balances("2026-07"))("REVENUE"), "-25.00");
  });

  test("an opening while open months up to its day have entries of another contract", async () => {
    const client = await book();
    const other = await client.contract();
    await client.add(other, obligationBody());
    await client.approve(other);
    const { path, body } = await drafted(client);
    const answer = await client.send("POST", path, body);
    assert.deepEqual(rejection(answer), [400, "OPENING_MONTHS_IN_USE"]);
    assert.deepEqual(answer.body.error.details.contractId, other);
    await close(client, "2026-05");
    assert.equal((await client.send("POST", path, body)).status, 201, "only May and before had any");
  });

  test("an old invoice number that is used already; a contract that cannot be approved", async () => {
    const client = await book();
    const [first, second] = [await drafted(client), await drafted(client)];
    const withOld = (each: typeof first) => ({ ...each.body, openInvoices: [each.old] });
    await client.ok("POST", first.path, withOld(first));
    assert.deepEqual(rejection(await client.send("POST", second.path, withOld(second))), [
      400,
      "INVOICE_NUMBER_TAKEN",
      "/openInvoices/0/invoiceNumber INVOICE_NUMBER_TAKEN",
    ]);
    const { id } = await client.ok("POST", "/v3/contracts", { name: "Nobody's" });
    const empty = await client.send("POST", `/v3/contracts/${id}/opening`, { asOf: "2026-06-30" });
    assert.deepEqual(rejection(empty), [400, "INVALID_CONTRACT_STATE"]);
  });

  test("a difference of revenue with no service left to spread it over, unless CATCH_UP is chosen", async () => {
    const client = await book();
    const { path, body, performanceObligationId } = await drafted(client, { recognitionPattern: "POINT_IN_TIME" });
    const said = { ...body, performanceObligations: [{ performanceObligationId, recognized: "500.00" }] };
    const answer = await client.send("POST", path, said);
    assert.match(answer.body.error.message, /had earned 0\.00/);
    const opening = await client.ok("POST", path, { ...said, difference: "CATCH_UP" });
    assert.equal(opening.performanceObligations[0].difference, "-500.00");
    await client.drainOutbox();
    await client.advance("2026-08-02T12:00:00Z");
    await client.drainOutbox();
    await close(client, "2026-07");
    assert.equal((await client.balances("2026-07"))("REVENUE"), "500.00", "it is earned on its day, in December");
  });

  test("usage events of days billed in the old books, sent before or after the opening", async () => {
    const client = await book();
    const { contractId, path, body } = await drafted(client);
    const { customerId } = await client.ok("GET", `/v3/contracts/${contractId}`);
    const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
    await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, {
      ...{ name: "Calls", startDate: "2026-01-01", endDate: "2026-12-31", interval: "MONTH", eventTypeId },
      ...{ invoiceDateStrategy: "ARREARS", billingType: "UNIT" },
      pricing: [{ amount: "1.00", amountType: "PER_ITEM" }],
    });
    const event = (datetime: string) => ({ idempotencyKey: datetime, customerId, eventTypeId, datetime, value: "5" });
    const { id: early } = await client.ok("POST", "/v3/events", event("2026-06-30T23:59:59Z"));
    await client.ok("POST", "/v3/events", event("2025-12-31T23:59:59Z"));
    const rejected = await client.send("POST", path, body);
    assert.deepEqual(rejection(rejected), [400, "VALIDATION_FAILED", "/asOf CONFLICT"]);
    assert.match(rejected.body.error.message, /1 usage event of days up to asOf is recorded/);
    await client.ok("DELETE", `/v3/events/${early}`);
    await client.ok("POST", path, body);
    const late = await client.send("POST", "/v3/events", { ...event("2026-06-30T12:00:00Z") });
    assert.deepEqual(rejection(late), [400, "USAGE_EVENT_INVALID", "/datetime RANGE"]);
    assert.match(late.body.error.details.issues[0].message, /Usage through 2026-06-30 was billed by the old books/);
    const { results } = await client.ok("POST", "/v3/events/bulk", {
      events: [event("2026-01-01T00:00:00Z"), event("2026-07-01T00:00:00Z"), event("2025-12-31T12:00:00Z")],
    });
    assert.deepEqual(
      results.map(({ status }: Json) => status),
      ["FAILED", "CREATED", "CREATED"],
    );
    await client.drainOutbox();
    await client.advance("2026-08-05T12:00:00Z");
    await client.drainOutbox();
    const lines = (await invoicesOf(client, contractId)).flatMap(({ lineItems }) => lineItems);
    const usage = lines.filter(({ name }: Json) => name.startsWith("Calls"));
    assert.deepEqual(
      usage.map(({ total, serviceStartDate }: Json) => [total, serviceStartDate]),
      [["5.00", "2026-07-01"]],
    );
  });

  test("an opening of a usage term, and of a commitment that has begun, without their usage", async () => {
    const client = await book();
    const { contractId, path, body } = await drafted(client);
    const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
    const usage = await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, {
      ...{ name: "Calls", startDate: "2026-01-01", endDate: "2026-12-31", interval: "MONTH", eventTypeId },
      ...{ invoiceDateStrategy: "ARREARS", billingType: "UNIT", usageScope: "COMMITMENT" },
      pricing: [{ amount: "1.00", amountType: "PER_ITEM" }],
    });
    const said = {
      ...body,
      billingTerms: [...body.billingTerms, { billingTermId: usage.id, invoicedThrough: "2026-06-30", billed: "9.00" }],
    };
    assert.match(
      (await client.send("POST", path, said)).body.error.message,
      /Usage up to asOf is billed by the old books/,
    );
    const schedule = { startDate: "2026-01-01", endDate: "2026-12-31" };
    const steps = [{ commitmentValue: "100.00", billingTermIds: [usage.id] }];
    const commitment = { name: "Calls", commitmentUnitType: "CURRENCY", schedules: [{ ...schedule, steps }] };
    const made = await client.ok("POST", `/v3/contracts/${contractId}/commitments`, { commitments: [commitment] });
    const commitmentId = made.commitments[0].id;
    const refused = await client.send("POST", path, body);
    assert.deepEqual(rejection(refused).slice(2), ["/performanceObligations REQUIRED", "/commitments REQUIRED"]);
    assert.match(JSON.stringify(refused.body.error.details), /had begun by then/);
    const other = unknownId;
    const wrong = await client.send("POST", path, {
      ...body,
      commitments: [
        { commitmentId, invoicedThrough: "2026-07-31", billed: "0.00" },
        { commitmentId: other, invoicedThrough: "2026-06-30", billed: "0.00" },
        { commitmentId, invoicedThrough: "2026-06-30", billed: "0.00" },
      ],
      usage: [
        { eventTypeId, date: "2026-07-01", quantity: "1" },
        { eventTypeId: other, date: "2026-06-01", quantity: "1" },
      ],
    });
    assert.deepEqual(rejection(wrong).slice(0, 7), [
      400,
      "VALIDATION_FAILED",
      "/performanceObligations REQUIRED",
      "/commitments/0/invoicedThrough RANGE",
      "/commitments/1/commitmentId NOT_FOUND",
      "/commitments/2/commitmentId DUPLICATE",
      "/usage/0/date RANGE",
    ]);
    const differs = await client.send("POST", path, {
      ...body,
      commitments: [{ commitmentId, invoicedThrough: "2026-06-30", billed: "40.00" }],
      usage: [{ eventTypeId, date: "2026-06-01", quantity: "30" }],
    });
    assert.match(JSON.stringify(differs.body.error.details), /Its usage through that day bills 30\.00/);
    // The term is in `billingTerms` of the request, where a term of the commitment must not be.
    const listed = await client.send("POST", path, {
      ...said,
      commitments: [{ commitmentId, invoicedThrough: "2026-06-30", billed: "30.00" }],
      usage: [{ eventTypeId, date: "2026-06-01", quantity: "30" }],
    });
    assert.match(JSON.stringify(listed.body.error.details), /leave the term out, or send the first day of its usage/);
  });

  test("usage of days before usageFrom, or usage that does not come to the billed amount", async () => {
    const client = await book();
    const { path, body, contractId } = await drafted(client);
    const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
    const term = await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, {
      ...{ name: "Calls", startDate: "2026-01-01", endDate: "2026-12-31", interval: "MONTH", eventTypeId },
      ...{ invoiceDateStrategy: "ARREARS", billingType: "UNIT", pricing: [{ amount: "1.00", amountType: "PER_ITEM" }] },
    });
    const billed = (invoicedThrough: string, amount: string) => ({
      billingTermId: term.id,
      invoicedThrough,
      billed: amount,
    });
    const used = (date: string) => ({ eventTypeId, date, quantity: "10" });
    const late = await client.send("POST", path, { ...body, usageFrom: "2026-08-01", usage: [used("2026-06-01")] });
    assert.deepEqual(rejection(late).slice(2), ["/usageFrom RANGE", "/usage/0/eventTypeId NOT_FOUND"]);
    const wrong = await client.send("POST", path, {
      ...{ ...body, usageFrom: "2026-05-01", usage: [used("2026-04-30"), used("2026-07-01")] },
      billingTerms: [...body.billingTerms, billed("2026-07-31", "0.00"), billed("2026-05-31", "0.00")],
    });
    assert.deepEqual(rejection(wrong).slice(2), [
      "/performanceObligations REQUIRED",
      "/billingTerms/1/invoicedThrough RANGE",
      "/billingTerms/2/billingTermId DUPLICATE",
      "/usage/0/date RANGE",
      "/usage/1/date RANGE",
    ]);
    const differs = await client.send("POST", path, {
      ...{ ...body, usageFrom: "2026-05-01", usage: [used("2026-05-01"), used("2026-06-01")] },
      billingTerms: [...body.billingTerms, billed("2026-05-31", "9.00")],
    });
    assert.match(JSON.stringify(differs.body.error.details), /Its usage through that day bills 10\.00, and 9\.00/);
  });

  test("a fraction of an event where events are counted", async () => {
    const client = await book();
    const { contractId, path, body } = await drafted(client);
    const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Jobs", aggregation: "COUNT" });
    const days = { startDate: "2026-01-01", endDate: "2026-12-31" };
    const term = await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, {
      ...{ name: "Jobs", ...days, interval: "MONTH", eventTypeId, usageScope: "COMMITMENT", billingType: "UNIT" },
      ...{ invoiceDateStrategy: "ARREARS", pricing: [{ amount: "1.00", amountType: "PER_ITEM" }] },
    });
    const steps = [{ commitmentValue: "100.00", billingTermIds: [term.id] }];
    const { commitmentIds } = await client.ok("POST", `/v3/contracts/${contractId}/commitments`, {
      commitments: [{ commitmentUnitType: "CURRENCY", schedules: [{ ...days, steps }] }],
    });
    const refused = await client.send("POST", path, {
      ...body,
      commitments: [{ commitmentId: commitmentIds[0], invoicedThrough: "2026-06-30", billed: "30.00" }],
      usage: ["30.00", "2.5", "-1"].map((quantity) => ({ eventTypeId, date: "2026-06-01", quantity })),
    });
    assert.deepEqual(
      rejection(refused).filter((issue) => String(issue).startsWith("/usage")),
      ["/usage/1/quantity RANGE", "/usage/2/quantity RANGE"],
    );
  });
});
