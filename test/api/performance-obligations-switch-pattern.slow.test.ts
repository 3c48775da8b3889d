import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced, rejection } from "../support/client.ts";
import { withPobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// Data model 6.5, 15.3: what is recognized as billed has each issued line in the month of its issue date, whenever its pattern
// was said; what closed months posted stays, and the difference catches up. 21.6: the same facts give the same plan.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const stated = {
  ...{ name: "Platform", transactionPrice: "1200.00", recognitionPattern: "STRAIGHT_LINE" },
  ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
};
const asBilled = { name: "Platform", recognitionPattern: "RECOGNIZE_AS_BILLED" };
/** 300.00 a quarter in advance, so 600.00 are billed by the end of May. */
const quarterly = {
  ...{ name: "Platform", startDate: "2026-01-01", endDate: "2026-12-31", interval: "QUARTER" },
  ...{ billingType: "FLAT", invoiceDateStrategy: "FIRST_OF_PERIOD", ...priced("300.00") },
};

type Book = { readonly client: Client; readonly path: string; readonly group: string; readonly pob: string };

/** A contract with the quarterly term and one performance obligation, in the middle of May. */
async function bookWith(pob: object): Promise<Book> {
  const client = clientOf(api, await withPobs(api, "2026-05-15T12:00:00Z"));
  const path = `/v3/contracts/${await client.contract()}`;
  const { billingTermGroupId: group } = await client.ok("POST", `${path}/billing-terms`, quarterly);
  const { created } = await client.ok("POST", `${path}/performance-obligations`, {
    ...{ billingTermGroupId: group, toCreate: [pob] },
  });
  return { client, path, group, pob: created[0].id };
}

const approve = ({ client, path }: Book) => client.approve(path.split("/")[3] ?? "");
const change = ({ client, path, pob }: Book, body: object) =>
  client.ok("PATCH", `${path}/performance-obligations/${pob}`, body);
const close = async ({ client }: Book, month: string) => {
  await client.ok("POST", `/v3/month-end-close/close-period?month=${month}`);
  return (await client.balances(month))("REVENUE");
};

/**
 * Every month's revenue of the contract, whoever earns it, and what its list of performance obligations says of them.
 */
async function shown({ client, path }: Book) {
  const filter = `contractId:eq:${path.split("/")[3]}`;
  const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=${filter}&limit=1000`);
  const { data: pobs } = await client.ok("GET", `${path}/performance-obligations`);
  return {
    months: data.map(({ timeframe, amount }: Json) => `${timeframe} ${amount}`).sort(),
    pobs: pobs.map((each: Json) => [each.recognitionPattern, each.transactionPrice, each.recognizedToDate]),
  };
}

describe("a switch to RECOGNIZE_AS_BILLED", () => {
  const switches: [string, object, (book: Book) => Promise<unknown>][] = [
    ["from the start", asBilled, approve],
    [
      "switched before approval",
      stated,
      async (book) => {
        await change(book, { recognitionPattern: "RECOGNIZE_AS_BILLED" });
        await approve(book);
      },
    ],
    [
      "switched after approval",
      stated,
      async (book) => {
        await approve(book);
        await change(book, { recognitionPattern: "RECOGNIZE_AS_BILLED" });
      },
    ],
    [
      "switched there and back and there",
      stated,
      async (book) => {
        await approve(book);
        await change(book, { recognitionPattern: "RECOGNIZE_AS_BILLED" });
        await change(book, stated);
        await change(book, { recognitionPattern: "RECOGNIZE_AS_BILLED" });
      },
    ],
    [
      "in the place of a stated one, after approval",
      stated,
      async (book) => {
        await approve(book);
        const { client, path, group, pob } = book;
        await client.ok("POST", `${path}/performance-obligations`, {
          ...{ billingTermGroupId: group, toDelete: [pob], toCreate: [asBilled] },
        });
      },
    ],
  ];
  for (const [how, first, then] of switches) {
    test(`${how}: each issued line is recognized in the month of its issue date`, async () => {
      const book = await bookWith(first);
      await then(book);
      await book.client.drainOutbox();
      assert.deepEqual(await shown(book), {
        months: ["2026-01 300.00", "2026-04 300.00"],
        pobs: [["RECOGNIZE_AS_BILLED", "600.00", "0.00"]],
      });
      assert.equal(await close(book, "2026-03"), "-300.00");
      assert.equal(await close(book, "2026-04"), "-600.00");
      await book.client.advance("2026-07-02T12:00:00Z");
      assert.equal(await close(book, "2026-06"), "-600.00");
    });
  }

  test("after months were closed: they stay as posted, and the first open one has the difference", async () => {
    const book = await bookWith(stated);
    await approve(book);
    assert.equal(await close(book, "2026-04"), "-400.00");
    const { performanceObligation: after } = await change(book, { recognitionPattern: "RECOGNIZE_AS_BILLED" });
    const catchUps = ["2026-01", "2026-02", "2026-03", "2026-04"].map((month) => `${month} 100.00`);
    assert.deepEqual(
      [...after.recognizedRevenue].map(({ timeframe, total }: Json) => `${timeframe} ${total}`),
      [...catchUps, "2026-05 200.00"],
    );
    assert.deepEqual(await shown(book), {
      months: [...catchUps, "2026-05 200.00"],
      pobs: [["RECOGNIZE_AS_BILLED", "600.00", "400.00"]],
    });
    await book.client.advance("2026-06-02T12:00:00Z");
    assert.equal(await close(book, "2026-05"), "-600.00");

    // 300.00 are billed in July. Back by the calendar, July has seven months of the price less what is posted.
    await book.client.advance("2026-07-15T12:00:00Z");
    assert.equal(await close(book, "2026-06"), "-600.00");
    await change(book, stated);
    await book.client.advance("2026-08-02T12:00:00Z");
    assert.equal(await close(book, "2026-07"), "-700.00");
    await book.client.advance("2027-01-02T12:00:00Z");
    assert.equal(await close(book, "2026-12"), "-1200.00");
    const { months } = await shown(book);
    assert.deepEqual(months.slice(0, 6), [...catchUps, "2026-05 200.00", "2026-07 100.00"]);
    const balance = await book.client.balances("2026-12");
    assert.deepEqual(["CONTRACT_LIABILITY", "CONTRACT_ASSET", "UNBILLED_RECEIVABLE"].map(balance), [
      ...["0.00", "0.00", "0.00"],
    ]);
  });

  test("closing a month again posts nothing, whatever the pattern became", async () => {
    const book = await bookWith(stated);
    await approve(book);
    await close(book, "2026-03");
    await change(book, { recognitionPattern: "RECOGNIZE_AS_BILLED" });
    await book.client.ok("POST", "/v3/month-end-close/reopen-period?month=2026-01");
    const { entriesPosted } = await book.client.ok("POST", "/v3/month-end-close/close-period?month=2026-03");
    assert.equal(entriesPosted, 0);
  });

  test("replacing all performance obligations of a group with an added term: no close is blocked by a price", async () => {
    const book = await bookWith(stated);
    await approve(book);
    await book.client.ok("POST", `${book.path}/billing-terms`, {
      ...{ ...quarterly, name: "Support", startDate: "2026-04-01", ...priced("30.00") },
      billingTermGroupId: book.group,
    });
    await book.client.ok("POST", `${book.path}/performance-obligations`, {
      ...{ billingTermGroupId: book.group, toDelete: [book.pob], toCreate: [asBilled] },
    });
    await book.client.drainOutbox();
    assert.equal(await close(book, "2026-04"), "-630.00");
  });

  test("is a correction in the decision log, with the amounts that it moved", async () => {
    const book = await bookWith(stated);
    await approve(book);
    await close(book, "2026-04");
    await change(book, { recognitionPattern: "RECOGNIZE_AS_BILLED" });
    const { data } = await book.client.ok("GET", `${book.path}/modifications`);
    const { kind, treatment, effect, id } = data[0];
    assert.deepEqual([data.length, kind, treatment], [1, "PERFORMANCE_OBLIGATION_DATES", "CUMULATIVE_CATCH_UP"]);
    // 600.00 are billed and 400.00 were posted; what is still to be billed counts once it is.
    assert.equal(effect.catchUp, "200.00");
    const path = `${book.path}/modifications/${id}`;
    const chosen = { treatment: "PROSPECTIVE", reason: "Try" };
    assert.deepEqual(rejection(await book.client.send("PATCH", path, chosen)).slice(0, 2), [
      400,
      "TREATMENT_NOT_POSSIBLE",
    ]);
    await change(book, stated);
    const { data: both } = await book.client.ok("GET", `${book.path}/modifications`);
    assert.deepEqual(
      both.map((each: Json) => [each.kind, each.treatment, each.effect.catchUp]),
      [
        ["PERFORMANCE_OBLIGATION_DATES", "CUMULATIVE_CATCH_UP", "200.00"],
        ["PERFORMANCE_OBLIGATION_DATES", "CUMULATIVE_CATCH_UP", "-200.00"],
      ],
    );
    const back = await book.client.send("PATCH", `${book.path}/modifications/${both[1].id}`, chosen);
    assert.deepEqual(rejection(back).slice(0, 2), [400, "TREATMENT_NOT_POSSIBLE"]);
  });
});

test("a stated performance obligation that moves to usage and back gives the fixed price to its term and back", async () => {
  const book = await bookWith(stated);
  const { client, path, group } = book;
  const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
  await client.ok("POST", `${path}/billing-terms`, {
    ...{ ...quarterly, name: "Calls", interval: "MONTH", invoiceDateStrategy: "ARREARS", billingType: "UNIT" },
    ...{ eventTypeId, billingTermGroupId: group, ...priced("0.01", "PER_ITEM") },
  });
  await approve(book);
  await close(book, "2026-04");
  await change(book, { recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId });
  // What was posted of the performance obligation goes, and what its term bills is earned by the residual.
  assert.deepEqual((await shown(book)).pobs, [["RECOGNIZE_AS_CONSUMED", "0.00", "400.00"]]);
  await client.advance("2026-06-02T12:00:00Z");
  assert.equal(await close(book, "2026-05"), "-500.00");
  await change(book, stated);
  await client.advance("2026-07-02T12:00:00Z");
  assert.equal(await close(book, "2026-06"), "-600.00");
  // Revenue posted for the implied performance obligation, and reversed, is still shown.
  assert.deepEqual((await shown(book)).pobs, [
    ["STRAIGHT_LINE", "0.00", "0.00"],
    ["STRAIGHT_LINE", "1200.00", "600.00"],
  ]);
});

test("a credit of billing that was residual and became as-billed counts once", async () => {
  const book = await bookWith(stated);
  await approve(book);
  const { client, path } = book;
  const [term] = (await client.ok("GET", `${path}/billing-terms`)).data;
  // 300.00 more than is stated, of the last three quarters.
  await client.ok("PATCH", `${path}/billing-terms/${term.id}`, { ...priced("450.00"), effectiveDate: "2026-07-01" });
  await change(book, { recognitionPattern: "RECOGNIZE_AS_BILLED" });
  const [invoice] = (await client.ok("GET", `${path}/invoice-schedule`)).data;
  const { lineItems } = await client.ok("GET", `/v3/invoices/${invoice.invoiceId}`);
  await client.ok("POST", "/v3/credit-memos", {
    ...{ customerId: (await client.ok("GET", path)).customerId, issueDate: "2026-05-15", reason: "Service was down" },
    items: [{ invoiceLineItemId: lineItems[0].id, amount: "50.00" }],
  });
  assert.deepEqual((await shown(book)).months, ["2026-01 300.00", "2026-04 300.00", "2026-05 -50.00"]);
});
