import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import fc from "fast-check";
import { formatDay } from "../../src/kernel/day.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced } from "../support/client.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { payloadOf, revenueOf, type TermClient, termBody, termOn } from "../support/term-client.ts";
import { day } from "../support/terms.ts";

// What the end of a term credited, and is kept after all, is earned over the service that is left of the contract: all
// that is billed and not credited is revenue once nothing is left to serve (ADR 0026). 1,200.00 for the 365 days of
// 2026, of which February is closed, end on 04-30 (120 days, 394.52: 805.48 are credited) or on 06-30 (181 days,
// 595.07: 604.93).

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

type Book = TermClient & { readonly client: Client };

async function ended(endDate: string, parts: object = {}): Promise<Book> {
  const client = clientOf(api, await api.newMerchant("2026-01-05T12:00:00Z"));
  const term = await termOn(client, termBody(parts));
  await client.advance("2026-03-31T12:00:00Z");
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
  payloadOf(await term.terminate({ endDate, creditUnused: true }));
  return { ...term, client };
}

const creditMemosOf = async ({ client }: Book): Promise<Json[]> => (await client.ok("GET", "/v3/credit-memos")).data;

async function voidCreditMemos(book: Book): Promise<void> {
  for (const { id, status } of await creditMemosOf(book)) {
    if (status === "VOID") continue;
    const path = `/v3/credit-memos/${id}/void`;
    await dryThenReal(api, book.client, {
      method: "POST",
      path,
      body: { reason: "Kept" },
      contractId: book.contractId,
    });
  }
}

/** Credits some of the line that was issued last. */
async function credit({ client }: Book, amount: string, on = "2026-03-31"): Promise<void> {
  const [invoice] = (await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED")).data;
  const items = [{ invoiceLineItemId: invoice.lineItems[0].id, amount }];
  await client.ok("POST", "/v3/credit-memos", {
    customerId: invoice.customerId,
    issueDate: on,
    reason: "Terms",
    items,
  });
}

/** Revenue of all, liability and receivable once the year is over and closed. */
async function atTheEnd({ client }: Book): Promise<string[]> {
  await client.advance("2027-01-05T12:00:00Z");
  await client.drainOutbox();
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-12");
  const balance = await client.balances("2026-12");
  return ["REVENUE", "CONTRACT_LIABILITY", "CONTRACT_ASSET"].map(balance);
}

describe("a void credit memo of a termination", () => {
  test("is recognized over the remaining service: closed months catch up in the first open month", async () => {
    const book = await ended("2026-04-30");
    assert.deepEqual(
      (await creditMemosOf(book)).map(({ total }) => total),
      ["805.48"],
    );
    await voidCreditMemos(book);
    // 805.48 over four months are 201.37 each: March has three of them and its own 99.82, April one and 94.70.
    assert.deepEqual(await revenueOf(book.client, book.contractId), [
      "2026-01 100.00",
      "2026-02 100.00",
      "2026-03 703.93",
      "2026-04 296.07",
    ]);
    assert.deepEqual(await atTheEnd(book), ["-1200.00", "0.00", "0.00"]);
  });

  test("is recognized at once when all service is over", async () => {
    const book = await ended("2026-01-31");
    await voidCreditMemos(book);
    const [march] = (await revenueOf(book.client, book.contractId)).slice(-1);
    assert.equal(march, "2026-03 1000.00");
    assert.deepEqual(await atTheEnd(book), ["-1200.00", "0.00", "0.00"]);
  });

  for (const [what, amount, revenue] of [
    ["all of it", "604.93", "-595.07"],
    ["a part of it", "100.00", "-1100.00"],
    ["more than it", "900.00", "-300.00"],
    ["all that was billed", "1200.00", "0.00"],
  ] as const) {
    test(`with a manual credit of the same days, ${what}, lowers revenue once`, async () => {
      const book = await ended("2026-06-30");
      await voidCreditMemos(book);
      await credit(book, amount);
      assert.deepEqual(await atTheEnd(book), [revenue, "0.00", "0.00"]);
    });
  }

  test("beside an older manual credit that is void too is recognized once", async () => {
    const client = clientOf(api, await api.newMerchant("2026-03-05T12:00:00Z"));
    const book = { ...(await termOn(client, termBody())), client };
    await credit(book, "700.00", "2026-03-05");
    payloadOf(await book.terminate({ endDate: "2026-06-30", creditUnused: true }));
    await voidCreditMemos(book);
    assert.deepEqual(await atTheEnd(book), ["-1200.00", "0.00", "0.00"]);
  });

  test("with quarterly billing and a manual credit of a quarter lowers revenue once", async () => {
    const book = await ended("2026-03-15", { interval: "QUARTER", ...priced("300.00") });
    await voidCreditMemos(book);
    await credit(book, "120.00");
    assert.deepEqual(await atTheEnd(book), ["-180.00", "0.00", "0.00"]);
  });

  test("whose invoice is written off later recognizes nothing for unserved days", async () => {
    const book = await ended("2026-04-30");
    await voidCreditMemos(book);
    const [invoice] = (await book.client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED")).data;
    await book.client.ok("POST", `/v3/invoices/${invoice.id}/actions`, { action: "MARK_UNCOLLECTIBLE" });
    const [revenue, ...rest] = await atTheEnd(book);
    // All of 1,200.00 is earned by the end of April (ADR 0026); the 296.07 of April itself are not, on 03-31.
    assert.deepEqual([revenue, rest], ["-903.93", ["0.00", "0.00"]]);
  });

  test("whose invoice is void too is billed again for the shorter term, and that is recognized", async () => {
    const client = clientOf(api, await api.newMerchant("2026-01-05T12:00:00Z"));
    const book = { ...(await termOn(client, termBody())), client };
    payloadOf(await book.terminate({ endDate: "2026-01-31", creditUnused: true }));
    await voidCreditMemos(book);
    const [invoice] = (await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED")).data;
    await client.ok("POST", `/v3/invoices/${invoice.id}/actions`, { action: "VOID" });
    const [draft] = (await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT")).data;
    await client.ok("POST", `/v3/invoices/${draft.id}/actions`, { action: "ISSUE" });
    await client.drainOutbox();
    assert.deepEqual(await atTheEnd(book), ["-101.92", "0.00", "0.00"]);
  });
});

// `ACCORD_VOID_SEQUENCES=100` runs that many.
const sequences = Number(process.env.ACCORD_VOID_SEQUENCES ?? 2);
const seed = Number(process.env.ACCORD_VOID_SEED ?? 20_260_430);

const anyStep = fc.record({
  kind: fc.constantFrom(
    "credit",
    "credit",
    "void credit memo",
    "void credit memo",
    "void invoice",
    "give up",
    "wait",
    "close",
  ),
  which: fc.nat(9),
  percentage: fc.integer({ min: 5, max: 100 }),
});
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

const anyContract = fc.record({
  interval: fc.constantFrom("MONTH", "QUARTER", "YEAR"),
  startDate: fc.constantFrom("2026-01-01", "2026-01-10"),
  days: fc.integer({ min: 15, max: 200 }),
  before: fc.array(
    anyStep.filter(({ kind }) => kind !== "give up"),
    { maxLength: 3 },
  ),
  after: fc.array(anyStep, { minLength: 3, maxLength: 8 }),
});

const prices = { MONTH: "100.00", QUARTER: "300.00", YEAR: "1200.00" };

class Story {
  readonly reported: string[] = [];
  private today = day("2026-01-12");
  private readonly book: Book;
  private readonly price: string;

  constructor(book: Book, price: string) {
    this.book = book;
    this.price = price;
  }

  async take({ kind, which, percentage }: Step): Promise<void> {
    const { client } = this.book;
    const [invoice, memo] = [
      await this.pick("invoices", "ISSUED", which),
      await this.pick("credit-memos", "OPEN", which),
    ];
    switch (kind) {
      case "wait":
        this.today += 25;
        return client.advance(`${formatDay(this.today)}T12:00:00Z`);
      case "close":
        return this.publish("POST", `/v3/month-end-close/close-period?month=${formatDay(this.today - 28).slice(0, 7)}`);
      case "credit": {
        const amount = `${Math.floor((Number(this.price) * percentage) / 100)}.00`;
        const items = [{ invoiceLineItemId: invoice?.lineItems[0].id, amount }];
        const [customerId, issueDate] = [invoice?.customerId, formatDay(this.today)];
        return this.publish("POST", "/v3/credit-memos", { customerId, issueDate, reason: "Terms", items });
      }
      case "void credit memo":
        return this.publish("POST", `/v3/credit-memos/${memo?.id}/void`, { reason: "Kept" });
      default: {
        const action = kind === "give up" ? "MARK_UNCOLLECTIBLE" : "VOID";
        return this.publish("POST", `/v3/invoices/${invoice?.id}/actions`, { action });
      }
    }
  }

  /** Sends a request that may be rejected. */
  async publish(method: string, path: string, body?: object): Promise<void> {
    const { status } = await this.book.client.send(method, path, body);
    this.reported.push(`${method} ${path} ${JSON.stringify(body)} ${status}`);
    assert.ok(status < 500, this.reported.join("\n"));
    await this.book.client.drainOutbox();
  }

  private async pick(records: string, status: string, which: number): Promise<Json | undefined> {
    const { data } = await this.book.client.ok("GET", `/v3/${records}?filter=status:eq:${status}&limit=100`);
    return data[which % Math.max(data.length, 1)];
  }
}

test(`${sequences} random contracts with terminations, credits, voids and write-offs: net billing is recognized, and no balance remains`, async () => {
  let done = 0;
  for (const drawn of fc.sample(anyContract, { numRuns: sequences, seed })) {
    const { interval, startDate, days, before: first, after: then } = drawn;
    const client = clientOf(api, await api.newMerchant("2026-01-12T12:00:00Z"));
    const book = { ...(await termOn(client, termBody({ startDate, interval, ...priced(prices[interval]) }))), client };
    const story = new Story(book, prices[interval]);
    for (const step of first) await story.take(step);
    const endDate = formatDay(day(startDate) + days);
    await story.publish("PATCH", `${book.path}/terminate`, { endDate, creditUnused: true });
    for (const step of then) await story.take(step);
    for (const { id } of (await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT")).data)
      await story.publish("POST", `/v3/invoices/${id}/actions`, { action: "ISSUE" });
    const [, ...leftOver] = await atTheEnd(book);
    assert.deepEqual(leftOver, ["0.00", "0.00"], `${JSON.stringify(drawn)}\n${story.reported.join("\n")}`);
    done += story.reported.filter((each) => / 20[01]$/.test(each)).length;
  }
  assert.ok(done > 3 * sequences, `${done} requests had an effect`);
});
