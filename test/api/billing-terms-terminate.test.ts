import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced, rejection } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { linesOf, payloadOf, revenueOf, seatBody, termBody, termOn } from "../support/term-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const book = async (clock = "2026-01-15T12:00:00Z"): Promise<Client> => clientOf(api, await api.newMerchant(clock));
const monthly = (parts: object = {}) => termBody({ interval: "MONTH", ...priced("100"), ...parts });
const creditMemosOf = async (client: Client): Promise<Json[]> => (await client.ok("GET", "/v3/credit-memos")).data;

/** Issued lines, byte for byte, without what later payments and credits change of their invoice. */
const issuedLines = (schedule: readonly Json[]) =>
  JSON.stringify(schedule.filter(({ invoiceId }) => invoiceId !== null).map(({ lineItems }) => lineItems));

describe("the last day of service", () => {
  for (const [name, body, endDate, ...expected] of [
    [
      "inside a period to come: 100 × 20/31",
      monthly(),
      "2026-03-20",
      "2026-01-01 | 2026-01-01 – 2026-01-31 | 100.00",
      "2026-02-01 | 2026-02-01 – 2026-02-28 | 100.00",
      "2026-03-01 | 2026-03-01 – 2026-03-20 | 64.52",
    ],
    ["the last one that is invoiced", monthly(), "2026-01-31", "2026-01-01 | 2026-01-01 – 2026-01-31 | 100.00"],
    [
      "in arrears, of what was never billed: 1200 × 90/365",
      termBody({ invoiceDateStrategy: "ARREARS" }),
      "2026-03-31",
      "2026-04-01 | 2026-01-01 – 2026-03-31 | 295.89",
    ],
    [
      "of a term without an end",
      monthly({ endDate: null }),
      "2026-02-28",
      "2026-01-01 | 2026-01-01 – 2026-01-31 | 100.00",
      "2026-02-01 | 2026-02-01 – 2026-02-28 | 100.00",
    ],
    [
      "of one that began in the past, before anything is served",
      termBody({ invoiceDateStrategy: "ARREARS" }),
      "2026-01-01",
      "2026-01-02 | 2026-01-01 – 2026-01-01 | 3.29",
    ],
  ] as const) {
    test(name, async () => {
      const client = await book();
      const { terminate, schedule, view, contractId } = await termOn(client, body);
      const before = issuedLines(await schedule());
      const { jobId, ...terminated } = payloadOf(await terminate({ endDate, reason: "Moved away" }));
      assert.deepEqual([terminated.status, terminated.endDate], ["TERMINATED", endDate]);
      assert.equal(terminated.terminatedAt.slice(0, 10), "2026-01-15");
      const { invoicedThrough: _through, ...seen } = await view();
      const { invoicedThrough: _then, ...answered } = terminated;
      assert.deepEqual(seen, answered);
      const after = await schedule();
      assert.deepEqual(linesOf(after), expected);
      assert.ok(issuedLines(after).startsWith(before.slice(0, -1)), "issued lines stay byte for byte");
      assert.deepEqual(await creditMemosOf(client), []);
      const [entry] = (await client.ok("GET", "/v3/audit-log?filter=action:eq:billing-term.terminate")).data;
      assert.equal(entry.reason, "Moved away");
      const last = (await revenueOf(client, contractId)).at(-1) ?? "";
      assert.equal(last.slice(0, 7), endDate.slice(0, 7), "nothing is earned after it");
      assert.match(jobId, /^[0-9a-f-]{36}$/);
    });
  }

  const early = { endDate: "2025-12-31" };
  for (const [name, body, sent, code] of [
    ["before the first day", monthly(), early, "TERMINATION_DATE_INVALID"],
    ["before the first day, with credit", monthly(), { ...early, creditUnused: true }, "TERMINATION_DATE_INVALID"],
    ["after the end that is agreed", monthly(), { endDate: "2027-01-01" }, "TERMINATION_DATE_INVALID"],
    ["before what is invoiced", monthly(), { endDate: "2026-01-30" }, "BILLING_TERM_LOCKED"],
  ] as const) {
    test(`rejected: ${name}, and nothing changes`, async () => {
      const { terminate } = await termOn(await book(), body);
      const digest = await digestOf(api.connectionString);
      const answer = await terminate(sent);
      assert.deepEqual(rejection(answer), [400, code]);
      const { startDate, endDate } = answer.body.error.details;
      assert.deepEqual([startDate, endDate], ["2026-01-01", "2026-12-31"]);
      assert.equal(await digestOf(api.connectionString), digest);
    });
  }

  test("a terminated term can never be changed again", async () => {
    const client = await book();
    const { terminate, patch, amend, path, view } = await termOn(client, seatBody({ invoiceDateStrategy: "ARREARS" }));
    const amendment = payloadOf(await amend({ effectiveDate: "2026-02-01", delta: "1" }));
    payloadOf(await terminate({ endDate: "2026-06-30" }));
    const before = await view();
    for (const answer of [
      await terminate({ endDate: "2026-06-30" }),
      await patch({ name: "Other" }),
      await amend({ effectiveDate: "2026-03-01", delta: "1" }),
      await client.send("DELETE", `${path}/seat-amendments/${amendment.id}`),
    ]) {
      assert.deepEqual(rejection(answer), [400, "BILLING_TERM_TERMINATED"]);
    }
    const wrongToo = await patch({ name: "Other", endDate: "2025-12-31" });
    assert.deepEqual(rejection(wrongToo), [400, "VALIDATION_FAILED", " BILLING_TERM_TERMINATED", "/endDate RANGE"]);
    assert.deepEqual(await view(), before);
  });

  test("a term that is both terminated and invoiced is rejected with both reasons and all invoiced fields", async () => {
    const client = await book();
    const { terminate, patch, view } = await termOn(client, monthly());
    payloadOf(await terminate({ endDate: "2026-06-30" }));
    const before = await view();
    assert.deepEqual(rejection(await patch({ startDate: "2026-02-01", interval: "QUARTER", endDate: "2026-12-31" })), [
      ...[400, "BILLING_TERM_TERMINATED"],
      ...[" BILLING_TERM_TERMINATED", "/startDate BILLING_TERM_LOCKED", "/interval BILLING_TERM_LOCKED"],
    ]);
    assert.deepEqual(await view(), before);
  });
});

describe("creditUnused", () => {
  for (const [prorationPolicy, credited] of [
    // 1200 − 1200 × 181/365; 1200 − 1200 × 6/12; nothing is prorated, so nothing is unused.
    ["DAY", "604.93"],
    ["MONTH", "600.00"],
    ["NONE", undefined],
  ] as const) {
    test(`credits what is billed after the last day, prorated by ${prorationPolicy}`, async () => {
      const client = await book();
      const { terminate, schedule } = await termOn(client, termBody({ prorationPolicy }));
      const before = issuedLines(await schedule());
      payloadOf(await terminate({ endDate: "2026-06-30", creditUnused: true, reason: "Moved away" }));
      const after = await schedule();
      assert.equal(issuedLines(after), before);
      const [line] = after[0].lineItems;
      const creditMemos = await creditMemosOf(client);
      if (credited === undefined) return assert.deepEqual(creditMemos, []);
      assert.equal(creditMemos.length, 1);
      const [{ status, total, balance, issueDate, reason, items }] = creditMemos;
      assert.deepEqual([status, total, balance, issueDate], ["OPEN", credited, credited, "2026-01-15"]);
      assert.equal(reason, "Moved away");
      const [item] = items;
      assert.deepEqual(
        [items.length, item.invoiceLineItemId, item.amount, item.serviceStartDate, item.serviceEndDate],
        [1, line.id, credited, "2026-07-01", "2026-12-31"],
      );
    });
  }

  test("posts the entry of the credit memo, and revenue is what is left", async () => {
    const client = await book();
    const { terminate, contractId } = await termOn(client, termBody());
    payloadOf(await terminate({ endDate: "2026-06-30", creditUnused: true }));
    const { data } = await client.ok("GET", `/v3/journal-entries?filter=contractId:eq:${contractId}`);
    const memo = data.find((entry: Json) => entry.sourceType === "CREDIT_MEMO");
    assert.equal(memo.date, "2026-01-15");
    assert.deepEqual(
      memo.lines.map(({ role, debit, credit }: Json) => [role, debit, credit]),
      [
        ["CONTRACT_LIABILITY", "604.93", "0.00"],
        ["CUSTOMER_CREDIT", "0.00", "604.93"],
      ],
    );
    // 1200 × 181/365 = 595.07. Fourteen days were served at 100.00 a month, 45.16; 549.91 are left for 17/31 and five months.
    const amounts = ["99.51", "99.11", "99.11", "99.12", "99.11", "99.11"];
    assert.deepEqual(
      await revenueOf(client, contractId),
      amounts.map((amount, month) => `2026-0${month + 1} ${amount}`),
    );
    await client.advance("2026-08-01T00:00:00Z");
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-07");
    const balance = await client.balances("2026-07");
    assert.deepEqual(["REVENUE", "CONTRACT_LIABILITY", "RECEIVABLE", "CUSTOMER_CREDIT"].map(balance), [
      "-595.07",
      "0.00",
      "1200.00",
      "-604.93",
    ]);
  });

  for (const [credited, left] of [
    ["500.00", "604.93"],
    ["1000.00", "200.00"],
  ] as const) {
    test(`credits at most what is not credited yet: ${credited} before leaves ${left}`, async () => {
      const client = await book();
      const { terminate, schedule, contractId } = await termOn(client, termBody());
      const [{ lineItems }] = await schedule();
      const { customerId } = await client.ok("GET", `/v3/contracts/${contractId}`);
      await client.ok("POST", "/v3/credit-memos", {
        ...{ customerId, issueDate: "2026-01-15", reason: "Goodwill" },
        items: [{ invoiceLineItemId: lineItems[0].id, amount: credited }],
      });
      payloadOf(await terminate({ endDate: "2026-06-30", creditUnused: true }));
      const totals = (await creditMemosOf(client)).map(({ total }) => total).toSorted();
      assert.deepEqual(totals, [credited, left].toSorted());
    });
  }

  test("with an end in a closed month puts the credit memo and the catch-up into the first open month", async () => {
    const client = await book("2026-03-10T00:00:00Z");
    const { terminate, contractId } = await termOn(client, termBody());
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
    payloadOf(await terminate({ endDate: "2026-01-31", creditUnused: true }));
    const [memo] = await creditMemosOf(client);
    // 1200 × 31/365 = 101.92 stays; January and February have 100.00 each.
    assert.deepEqual([memo.issueDate, memo.total], ["2026-03-10", "1098.08"]);
    assert.deepEqual(await revenueOf(client, contractId), ["2026-01 100.00", "2026-02 100.00", "2026-03 -98.08"]);
    await client.advance("2026-04-01T00:00:00Z");
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-03");
    const balance = await client.balances("2026-03");
    assert.deepEqual(["REVENUE", "CONTRACT_LIABILITY"].map(balance), ["-101.92", "0.00"]);
  });

  test("over several issued periods credits one item for each invoice line", async () => {
    const client = await book("2026-03-15T00:00:00Z");
    const { terminate } = await termOn(client, monthly());
    payloadOf(await terminate({ endDate: "2026-01-16", creditUnused: true }));
    const creditMemos = await creditMemosOf(client);
    const items = creditMemos.flatMap(({ items }) => items);
    // 100 − 100 × 16/31 = 48.39, and all of February and March.
    assert.deepEqual(
      items.map(({ amount, serviceStartDate, serviceEndDate }: Json) => [amount, serviceStartDate, serviceEndDate]),
      [
        ["48.39", "2026-01-17", "2026-01-31"],
        ["100.00", "2026-02-01", "2026-02-28"],
        ["100.00", "2026-03-01", "2026-03-31"],
      ],
    );
  });
});

describe("a dry run shows exactly what the termination then does", () => {
  for (const [name, body, sent] of [
    ["an end to come", monthly(), { endDate: "2026-03-20" }],
    ["without an end so far", monthly({ endDate: null }), { endDate: "2026-05-31" }],
    ["with credit", termBody(), { endDate: "2026-06-30", creditUnused: true }],
    ["seats with credit", seatBody(), { endDate: "2026-03-31", creditUnused: true }],
  ] as const) {
    test(name, async () => {
      const client = await book();
      const { path, contractId } = await termOn(client, body);
      await dryThenReal(api, client, { method: "PATCH", path: `${path}/terminate`, body: sent, contractId });
    });
  }

  test("a plan is rejected when the term has changed since it was shown", async () => {
    const client = await book();
    const { path, patch } = await termOn(client, monthly());
    const sent = { endDate: "2026-03-20" };
    const dry = await client.send("PATCH", `${path}/terminate?dryRun=true`, sent);
    await patch({ ...priced("120"), effectiveDate: "2026-02-01" });
    const answer = await client.send("PATCH", `${path}/terminate`, sent, { "if-plan": dry.body.payload.planHash });
    assert.deepEqual(rejection(answer), [409, "PLAN_CHANGED"]);
  });
});

describe("concurrent terminations", () => {
  test("RAC-9: of two terminations one succeeds", async () => {
    const client = await book();
    const { path, view } = await termOn(client, monthly());
    const sent = ["2026-03-31", "2026-04-30", "2026-05-31"].map((endDate) =>
      client.send("PATCH", `${path}/terminate`, { endDate }),
    );
    const answers = await Promise.all(sent);
    await client.drainOutbox();
    const done = answers.filter(({ status }) => status === 200);
    assert.equal(done.length, 1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assert.deepEqual(rejection(answer), [400, "BILLING_TERM_TERMINATED"]);
    }
    assert.equal((await view()).endDate, done[0]?.body.payload.endDate);
  });

  test("RAC-9: a terminated term stays terminated, in whichever order a termination and a change arrive", async () => {
    const client = await book();
    const { path, view } = await termOn(client, monthly());
    const [terminated, patched] = await Promise.all([
      client.send("PATCH", `${path}/terminate`, { endDate: "2026-03-31" }),
      client.send("PATCH", path, { name: "Other", endDate: "2026-06-30" }),
    ]);
    await client.drainOutbox();
    assert.equal(terminated?.status, 200);
    const { status, endDate, name } = await view();
    assert.deepEqual([status, endDate], ["TERMINATED", "2026-03-31"]);
    assert.equal(name, patched?.status === 200 ? "Other" : "Platform");
  });
});

describe("JOB-2, RAC-13: with a worker", () => {
  let working: TestApi;
  before(async () => {
    working = await startApi({ works: true, connections: 32 });
  });
  after(() => working.close());

  async function finished(client: Client, jobId: string): Promise<Json> {
    for (let attempt = 0; attempt < 300; attempt += 1) {
      const job = await client.ok("GET", `/v3/jobs/${jobId}`);
      if (job.status === "SUCCEEDED" || job.status === "FAILED") return job;
      await sleep(50);
    }
    return client.ok("GET", `/v3/jobs/${jobId}`);
  }

  test("the job of a change can be read until it is done, and then the invoices follow the change", async () => {
    const client = clientOf(working, await working.newMerchant());
    const { path, schedule } = await termOn(client, monthly());
    const patched = await client.ok("PATCH", path, { ...priced("120"), effectiveDate: "2026-02-01" });
    assert.equal((await finished(client, patched.jobId)).status, "SUCCEEDED");
    const terminated = await client.ok("PATCH", `${path}/terminate`, { endDate: "2026-02-28" });
    assert.equal((await finished(client, terminated.jobId)).status, "SUCCEEDED");
    assert.deepEqual(
      (await schedule()).map(({ total }) => total),
      ["100.00", "120.00"],
    );
    const drafts = (await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT")).data;
    assert.deepEqual(
      drafts.map(({ total }: Json) => total),
      ["120.00"],
    );
  });

  test("many changes at once leave one set of invoices, that of the last change; issued invoices stay", async () => {
    const client = clientOf(working, await working.newMerchant());
    const { path, schedule } = await termOn(client, monthly());
    const before = issuedLines(await schedule());
    const prices = Array.from({ length: 30 }, (_, index) => String(101 + index));
    const jobs = await Promise.all(
      prices.map(async (price) => {
        const body = { ...priced(price), effectiveDate: "2026-02-01" };
        return (await client.ok("PATCH", path, body)).jobId as string;
      }),
    );
    for (const jobId of new Set(jobs)) assert.equal((await finished(client, jobId)).status, "SUCCEEDED");
    await client.drainOutbox();
    const [first] = (await client.ok("GET", path.replace(/\/[^/]+$/, ""))).data;
    const after = await schedule();
    const last = `${first.pricing[0].amount}.00`;
    assert.deepEqual([...new Set(after.slice(1).map(({ total }) => total))], [last]);
    const drafts = (await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT")).data;
    assert.deepEqual(
      drafts.map(({ total }: Json) => total),
      [last],
    );
    assert.equal(issuedLines(after), before);
  });
});
