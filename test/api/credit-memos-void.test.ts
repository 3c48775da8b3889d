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

// What the end of a term gave back, and is kept after all, is earned over the service that is left of the deal: all that is billed
// and not credited is revenue once nothing is left to serve (ADR 0026). 1,200.00 for the 365 days of 2026, of which February is
// closed, end on 04-30 (120 days, 394.52: 805.48 are credited) or on 06-30 (181 days, 595.07: 604.93).

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

type Deal = TermClient & { readonly client: Client };

async function ended(endDate: string, parts: object = {}): Promise<Deal> {
  const client = clientOf(api, await api.newMerchant("2026-01-05T12:00:00Z"));
  const term = await termOn(client, termBody(parts));
  await client.advance("2026-03-31T12:00:00Z");
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
  payloadOf(await term.terminate({ endDate, creditUnused: true }));
  return { ...term, client };
}

const memosOf = async ({ client }: Deal): Promise<Json[]> => (await client.ok("GET", "/v3/credit-memos")).data;

async function voidMemos(deal: Deal): Promise<void> {
  for (const { id, status } of await memosOf(deal)) {
    if (status === "VOID") continue;
    const path = `/v3/credit-memos/${id}/void`;
    await dryThenReal(api, deal.client, {
      method: "POST",
      path,
      body: { reason: "Kept" },
      contractId: deal.contractId,
    });
  }
}

/** Credits some of the line that was issued last. */
async function credit({ client }: Deal, amount: string, on = "2026-03-31"): Promise<void> {
  const [invoice] = (await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED")).data;
  const items = [{ invoiceLineItemId: invoice.lineItems[0].id, amount }];
  await client.ok("POST", "/v3/credit-memos", {
    customerId: invoice.customerId,
    issueDate: on,
    reason: "Agreed",
    items,
  });
}

/** Revenue of all, liability and receivable once the year is over and closed. */
async function atTheEnd({ client }: Deal): Promise<string[]> {
  await client.advance("2027-01-05T12:00:00Z");
  await client.settle();
  await client.ok("POST", "/v3/month-end-close/close-period?month=2026-12");
  const balance = await client.balances("2026-12");
  return ["REVENUE", "CONTRACT_LIABILITY", "CONTRACT_ASSET"].map(balance);
}

describe("the memo of a termination that is void", () => {
  test("is earned with the service that is left: closed months catch up in the first open one", async () => {
    const deal = await ended("2026-04-30");
    assert.deepEqual(
      (await memosOf(deal)).map(({ total }) => total),
      ["805.48"],
    );
    await voidMemos(deal);
    // 805.48 over four months are 201.37 each: March has three of them and its own 99.82, April one and 94.70.
    assert.deepEqual(await revenueOf(deal.client, deal.contractId), [
      "2026-01 100.00",
      "2026-02 100.00",
      "2026-03 703.93",
      "2026-04 296.07",
    ]);
    assert.deepEqual(await atTheEnd(deal), ["-1200.00", "0.00", "0.00"]);
  });

  test("is earned at once where all is served", async () => {
    const deal = await ended("2026-01-31");
    await voidMemos(deal);
    const [march] = (await revenueOf(deal.client, deal.contractId)).slice(-1);
    assert.equal(march, "2026-03 1000.00");
    assert.deepEqual(await atTheEnd(deal), ["-1200.00", "0.00", "0.00"]);
  });

  for (const [what, amount, revenue] of [
    ["all of it", "604.93", "-595.07"],
    ["a part of it", "100.00", "-1100.00"],
    ["more than it", "900.00", "-300.00"],
    ["all that was billed", "1200.00", "0.00"],
  ] as const) {
    test(`and is credited by hand, ${what}: that lowers revenue once`, async () => {
      const deal = await ended("2026-06-30");
      await voidMemos(deal);
      await credit(deal, amount);
      assert.deepEqual(await atTheEnd(deal), [revenue, "0.00", "0.00"]);
    });
  }

  test("and a credit by hand that is older and void as well", async () => {
    const client = clientOf(api, await api.newMerchant("2026-03-05T12:00:00Z"));
    const deal = { ...(await termOn(client, termBody())), client };
    await credit(deal, "700.00", "2026-03-05");
    payloadOf(await deal.terminate({ endDate: "2026-06-30", creditUnused: true }));
    await voidMemos(deal);
    assert.deepEqual(await atTheEnd(deal), ["-1200.00", "0.00", "0.00"]);
  });

  test("by quarters, with a credit of a quarter by hand", async () => {
    const deal = await ended("2026-03-15", { interval: "QUARTER", ...priced("300.00") });
    await voidMemos(deal);
    await credit(deal, "120.00");
    assert.deepEqual(await atTheEnd(deal), ["-180.00", "0.00", "0.00"]);
  });

  test("and its invoice is given up: what is not served is not earned", async () => {
    const deal = await ended("2026-04-30");
    await voidMemos(deal);
    const [invoice] = (await deal.client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED")).data;
    await deal.client.ok("POST", `/v3/invoices/${invoice.id}/actions`, { action: "MARK_UNCOLLECTIBLE" });
    const [revenue, ...rest] = await atTheEnd(deal);
    // From 03-31 on: 276 of 365 days, 907.40 of the price.
    assert.deepEqual([revenue, rest], ["-292.60", ["0.00", "0.00"]]);
  });

  test("and its invoice is void, too: what is billed again is the short term, and that is earned", async () => {
    const client = clientOf(api, await api.newMerchant("2026-01-05T12:00:00Z"));
    const deal = { ...(await termOn(client, termBody())), client };
    payloadOf(await deal.terminate({ endDate: "2026-01-31", creditUnused: true }));
    await voidMemos(deal);
    const [invoice] = (await client.ok("GET", "/v3/invoices?filter=status:eq:ISSUED")).data;
    await client.ok("POST", `/v3/invoices/${invoice.id}/actions`, { action: "VOID" });
    const [draft] = (await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT")).data;
    await client.ok("POST", `/v3/invoices/${draft.id}/actions`, { action: "ISSUE" });
    await client.settle();
    assert.deepEqual(await atTheEnd(deal), ["-101.92", "0.00", "0.00"]);
  });
});

// `ACCORD_VOID_SEQUENCES=100` runs that many.
const sequences = Number(process.env.ACCORD_VOID_SEQUENCES ?? 2);
const seed = Number(process.env.ACCORD_VOID_SEED ?? 20_260_430);

const anyStep = fc.record({
  kind: fc.constantFrom("credit", "credit", "void memo", "void memo", "void invoice", "give up", "wait", "close"),
  which: fc.nat(9),
  percentage: fc.integer({ min: 5, max: 100 }),
});
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

const anyDeal = fc.record({
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
  readonly told: string[] = [];
  private today = day("2026-01-12");
  private readonly deal: Deal;
  private readonly price: string;

  constructor(deal: Deal, price: string) {
    this.deal = deal;
    this.price = price;
  }

  async take({ kind, which, percentage }: Step): Promise<void> {
    const { client } = this.deal;
    const [invoice, memo] = [
      await this.pick("invoices", "ISSUED", which),
      await this.pick("credit-memos", "OPEN", which),
    ];
    switch (kind) {
      case "wait":
        this.today += 25;
        return client.advance(`${formatDay(this.today)}T12:00:00Z`);
      case "close":
        return this.tell("POST", `/v3/month-end-close/close-period?month=${formatDay(this.today - 28).slice(0, 7)}`);
      case "credit": {
        const amount = `${Math.floor((Number(this.price) * percentage) / 100)}.00`;
        const items = [{ invoiceLineItemId: invoice?.lineItems[0].id, amount }];
        const [customerId, issueDate] = [invoice?.customerId, formatDay(this.today)];
        return this.tell("POST", "/v3/credit-memos", { customerId, issueDate, reason: "Agreed", items });
      }
      case "void memo":
        return this.tell("POST", `/v3/credit-memos/${memo?.id}/void`, { reason: "Kept" });
      default: {
        const action = kind === "give up" ? "MARK_UNCOLLECTIBLE" : "VOID";
        return this.tell("POST", `/v3/invoices/${invoice?.id}/actions`, { action });
      }
    }
  }

  /** Sends a request that may be refused. */
  async tell(method: string, path: string, body?: object): Promise<void> {
    const { status } = await this.deal.client.send(method, path, body);
    this.told.push(`${method} ${path} ${JSON.stringify(body)} ${status}`);
    assert.ok(status < 500, this.told.join("\n"));
    await this.deal.client.settle();
  }

  private async pick(records: string, status: string, which: number): Promise<Json | undefined> {
    const { data } = await this.deal.client.ok("GET", `/v3/${records}?filter=status:eq:${status}&limit=100`);
    return data[which % Math.max(data.length, 1)];
  }
}

test(`${sequences} deals that end, whatever is credited, void or given up: what is kept is earned, and nothing is left over`, async () => {
  let done = 0;
  for (const drawn of fc.sample(anyDeal, { numRuns: sequences, seed })) {
    const { interval, startDate, days, before: first, after: then } = drawn;
    const client = clientOf(api, await api.newMerchant("2026-01-12T12:00:00Z"));
    const deal = { ...(await termOn(client, termBody({ startDate, interval, ...priced(prices[interval]) }))), client };
    const story = new Story(deal, prices[interval]);
    for (const step of first) await story.take(step);
    const endDate = formatDay(day(startDate) + days);
    await story.tell("PATCH", `${deal.path}/terminate`, { endDate, creditUnused: true });
    for (const step of then) await story.take(step);
    for (const { id } of (await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT")).data)
      await story.tell("POST", `/v3/invoices/${id}/actions`, { action: "ISSUE" });
    const [, ...leftOver] = await atTheEnd(deal);
    assert.deepEqual(leftOver, ["0.00", "0.00"], `${JSON.stringify(drawn)}\n${story.told.join("\n")}`);
    done += story.told.filter((each) => / 20[01]$/.test(each)).length;
  }
  assert.ok(done > 3 * sequences, `${done} requests had an effect`);
});
