import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced, rejection } from "../support/client.ts";
import { withPobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// Data model 4.4 and 6.5, rules 9, ADR 0027: manual months of obligations with a price of their own.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const year = { serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" };
const stated = (parts: object = {}) => ({ ...year, transactionPrice: "1200.00", ...parts });
const listed = (...months: readonly (readonly [string, string | null])[]) =>
  months.map(([timeframe, total]) => ({ timeframe, total }));

type Book = { readonly client: Client; readonly contractId: string; readonly group: string; readonly pob: string };

/** A contract of 1,200.00 for 2026 with one performance obligation, approved in the middle of February. */
async function bookWith(pob: object): Promise<Book> {
  const client = clientOf(api, await withPobs(api, "2026-02-15T12:00:00Z"));
  const contractId = await client.contract();
  const path = `/v3/contracts/${contractId}`;
  const { billingTermGroupId: group } = await client.ok("POST", `${path}/billing-terms`, {
    ...{ name: "Platform", startDate: "2026-01-01", endDate: "2026-12-31", interval: "YEAR", billingType: "FLAT" },
    ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", ...priced("1200.00") },
  });
  const batch = { billingTermGroupId: group, toCreate: [pob] };
  const { created } = await client.ok("POST", `${path}/performance-obligations`, batch);
  await client.approve(contractId);
  return { client, contractId, group, pob: created[0].id };
}

const set = ({ client, pob }: Book, entries: readonly object[]) =>
  client.send("POST", `/v3/performance-obligations/${pob}/recognized`, entries);
const patch = ({ client, contractId, pob }: Book, body: object) =>
  client.send("PATCH", `/v3/contracts/${contractId}/performance-obligations/${pob}`, body);
const monthsOf = (pob: Json): string[] =>
  pob.recognizedRevenue.map(({ timeframe, total }: Json) => `${timeframe} ${total}`);
const close = ({ client }: Book, month: string) => client.ok("POST", `/v3/month-end-close/close-period?month=${month}`);

describe("recognized revenue of an obligation at a point in time after its service", () => {
  const later = stated({ recognitionPattern: "POINT_IN_TIME", recognitionDate: "2027-03-10" });

  test("can be set for its month, and for earlier months of service", async () => {
    const book = await bookWith(later);
    const { status, body } = await set(book, listed(["2027-03", "1200.00"]));
    assert.deepEqual([status, monthsOf(body.payload)], [200, ["2027-03 1200.00"]]);
    const both = await set(book, listed(["2027-03", "900.00"], ["2026-06", "300.00"]));
    assert.deepEqual(monthsOf(both.body.payload), ["2026-06 300.00", "2027-03 900.00"]);
    const back = await set(book, listed(["2027-03", null]));
    assert.deepEqual(monthsOf(back.body.payload), ["2026-06 300.00", "2027-03 900.00"], "the rest is of that month");
  });

  test("cannot be set for a later month, or to another total than the price", async () => {
    const book = await bookWith(later);
    const after = await set(book, listed(["2027-04", "1.00"]));
    assert.deepEqual(rejection(after), [400, "VALIDATION_FAILED", "/0/timeframe RANGE"]);
    const less = await set(book, listed(["2027-03", "900.00"]));
    assert.deepEqual(rejection(less).slice(0, 2), [400, "CUSTOM_REVENUE_UNBALANCED"]);
  });

  test("loses its later months when its day is moved to an earlier one", async () => {
    const book = await bookWith(later);
    await set(book, listed(["2027-03", "900.00"], ["2026-06", "300.00"]));
    const { body } = await patch(book, { recognitionDate: "2026-11-30" });
    assert.deepEqual(monthsOf(body.payload.performanceObligation), ["2026-06 300.00", "2026-11 900.00"]);
  });
});

describe("a list of months", () => {
  const list = stated({
    recognitionPattern: "CUSTOM",
    customRevenue: listed(["2026-03", "400.00"], ["2026-06", "800.00"]),
  });

  test("is changed month by month, and comes to the price together with the others", async () => {
    const book = await bookWith(list);
    const { status, body } = await set(book, listed(["2026-06", "700.00"], ["2027-02", "100.00"]));
    const expected = ["2026-03 400.00", "2026-06 700.00", "2027-02 100.00"];
    assert.deepEqual([status, monthsOf(body.payload)], [200, expected]);
    const taken = await set(book, listed(["2027-02", null], ["2026-03", "500.00"]));
    assert.deepEqual(monthsOf(taken.body.payload), ["2026-03 500.00", "2026-06 700.00"]);
    for (const entries of [
      listed(["2026-06", "1.00"]),
      listed(["2026-06", null]),
      listed(["2026-03", null], ["2026-06", null]),
    ]) {
      assert.deepEqual(rejection(await set(book, entries)).slice(0, 2), [400, "CUSTOM_REVENUE_UNBALANCED"]);
    }
    await book.client.advance("2026-04-02T12:00:00Z");
    await close(book, "2026-03");
    assert.deepEqual(rejection(await set(book, listed(["2026-03", "400.00"], ["2026-06", "800.00"]))), [
      ...[400, "PERIOD_CLOSED", "/0/timeframe PERIOD_CLOSED"],
    ]);
    assert.equal((await book.client.balances("2026-03"))("REVENUE"), "-500.00");
  });

  test("may have months outside the days of service, also on creation", async () => {
    const entries = listed(["2025-12", "200.00"], ["2027-01", "1000.00"]);
    const book = await bookWith(stated({ recognitionPattern: "CUSTOM", customRevenue: entries }));
    const { data } = await book.client.ok("GET", `/v3/contracts/${book.contractId}/performance-obligations`);
    assert.deepEqual(monthsOf(data[0]), ["2025-12 200.00", "2027-01 1000.00"]);
  });
});

describe("a list that covers closed months, of a performance obligation without one", () => {
  const months = listed(["2026-01", "900.00"], ["2026-12", "300.00"]);

  test("corrects the pattern: posted months stay, and the first open month catches up", async () => {
    const book = await bookWith(stated({ recognitionPattern: "STRAIGHT_LINE" }));
    await close(book, "2026-01");
    const switched = await patch(book, { recognitionPattern: "CUSTOM", customRevenue: months });
    assert.deepEqual(monthsOf(switched.body.payload.performanceObligation), [
      ...["2026-01 100.00", "2026-02 800.00", "2026-12 300.00"],
    ]);
    assert.equal((await book.client.balances("2026-01"))("REVENUE"), "-100.00");
    const { data } = await book.client.ok("GET", `/v3/contracts/${book.contractId}/modifications`);
    assert.deepEqual(
      data.map(({ kind, treatment, effect }: Json) => [kind, treatment, effect.catchUp]),
      [["PERFORMANCE_OBLIGATION_DATES", "CUMULATIVE_CATCH_UP", "800.00"]],
    );
    // From now on its months are what is posted of it.
    const other = listed(["2026-01", "800.00"], ["2026-12", "400.00"]);
    const changed = await patch(book, { customRevenue: other });
    assert.deepEqual(rejection(changed), [400, "PERIOD_CLOSED", "/customRevenue/0/timeframe PERIOD_CLOSED"]);
    await book.client.advance("2026-03-02T12:00:00Z");
    await close(book, "2026-02");
    assert.equal((await book.client.balances("2026-02"))("REVENUE"), "-900.00");
  });

  test("states the past revenue of a performance obligation that is created late", async () => {
    const book = await bookWith(stated({ recognitionPattern: "STRAIGHT_LINE", transactionPrice: "1200.00" }));
    await close(book, "2026-01");
    const { client, contractId, group, pob } = book;
    const { created } = await client.ok("POST", `/v3/contracts/${contractId}/performance-obligations`, {
      billingTermGroupId: group,
      toUpdate: [{ id: pob, transactionPrice: "0.00", effectiveDate: "2026-01-01" }],
      toCreate: [stated({ recognitionPattern: "CUSTOM", customRevenue: months })],
    });
    assert.deepEqual(monthsOf(created[0]), ["2026-02 900.00", "2026-12 300.00"]);
  });
});

test("progress, as-billed and usage obligations take no manual months", async () => {
  const milestones = [{ name: "Done", weight: "1" }];
  for (const pob of [
    stated({ recognitionPattern: "MILESTONE", milestones }),
    stated({ recognitionPattern: "PERCENT_COMPLETE" }),
    { recognitionPattern: "RECOGNIZE_AS_BILLED" },
  ]) {
    const answer = await set(await bookWith(pob), listed(["2026-06", "1.00"]));
    assert.deepEqual(rejection(answer), [400, "VALIDATION_FAILED", " CONFLICT"]);
  }
});

test("a deleted contract is rejected with its own code, a deleted obligation is 404", async () => {
  const client = clientOf(api, await withPobs(api, "2026-02-15T12:00:00Z"));
  const contractId = await client.contract();
  const path = `/v3/contracts/${contractId}`;
  const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, {
    ...{ name: "Platform", startDate: "2026-01-01", endDate: "2026-12-31", interval: "YEAR", billingType: "FLAT" },
    ...{ invoiceDateStrategy: "FIRST_OF_PERIOD", ...priced("1200.00") },
  });
  const batch = { billingTermGroupId, toCreate: [stated(), stated()] };
  const { created } = await client.ok("POST", `${path}/performance-obligations`, batch);
  const [gone, live] = created.map(({ id }: Json) => id as string);
  await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toDelete: [gone] });
  await client.ok("DELETE", path);
  for (const query of ["", "?dryRun=true"]) {
    const of = (id: string) =>
      client.send("POST", `/v3/performance-obligations/${id}/recognized${query}`, listed(["2026-06", "1.00"]));
    assert.deepEqual(rejection(await of(live ?? "")).slice(0, 2), [400, "CONTRACT_DELETED"]);
    assert.deepEqual(rejection(await of(gone ?? "")).slice(0, 2), [404, "POB_NOT_FOUND"]);
  }
});
