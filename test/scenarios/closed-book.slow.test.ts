import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import pg from "pg";
import { formatDay, formatMonth, monthOf } from "../../src/kernel/day.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced } from "../support/client.ts";
import { closedRows } from "../support/closed-rows.ts";
import { sumOf } from "../support/contract-view.ts";
import { runDoctor } from "../support/doctor.ts";
import { withPobs } from "../support/pobs.ts";
import { patiently } from "../support/retry-when-busy.ts";
import { day, decimal } from "../support/terms.ts";

// Whatever is done to a contract, its performance obligations, prices, credit memos and treatments: closed months stay
// byte for byte, reopened and closed again without a change they post nothing, what is earned is what is billed and not
// taken back, shares of a price come to it, what a schedule shows of open months is what closing them posts, and the
// doctor finds nothing. Prices that are stated above what is billed block a close and are shared anew then.
// `ACCORD_BOOK_SEQUENCES=500` runs that many.
const sequences = Number(process.env.ACCORD_BOOK_SEQUENCES ?? 5);
const seed = Number(process.env.ACCORD_BOOK_SEED ?? 20_260_116);

let api: TestApi;
let owner: pg.Client;
before(async () => {
  const started = await startApi();
  const request: TestApi["request"] = (...sent) => patiently(() => started.request(...sent));
  api = { ...started, request };
  owner = new pg.Client({ connectionString: api.connectionString });
  await owner.connect();
});
after(async () => {
  await owner?.end();
  await api?.close();
});

const begin = day("2026-01-15");
const kinds = [
  ...[
    "performance obligation price",
    "performance obligation price",
    "performance obligation days",
    "performance obligation pattern",
    "selling price",
    "split",
    "drop",
  ],
  ...["memo", "memo", "memo", "void credit memo", "term price", "term days", "terminate", "more", "treat", "treat"],
  ...["advance", "advance", "advance", "close", "close", "close"],
] as const;

const anyStep = fc.record({
  kind: fc.constantFrom(...kinds),
  which: fc.nat(9),
  amount: fc.integer({ min: 1, max: 90_000 }).map((cents) => decimal(cents, 2)),
  on: fc.integer({ min: -40, max: 200 }).map((offset) => formatDay(begin + offset)),
  days: fc.integer({ min: 10, max: 50 }),
  treatment: fc.constantFrom("PROSPECTIVE", "CUMULATIVE_CATCH_UP", "SEPARATE_CONTRACT", "MIXED"),
});
type Step = typeof anyStep extends fc.Arbitrary<infer Value> ? Value : never;

const anyContract = fc.record({
  allocationMethod: fc.constantFrom("STATED", "RELATIVE_SSP"),
  interval: fc.constantFrom("MONTH", "QUARTER", "YEAR"),
  invoiceDateStrategy: fc.constantFrom("FIRST_OF_PERIOD", "ARREARS"),
  prorationPolicy: fc.constantFrom("DAY", "NONE"),
});
type Book = typeof anyContract extends fc.Arbitrary<infer Value> ? Value : never;

const months = { MONTH: "100.00", QUARTER: "300.00", YEAR: "1200.00" };

/** 1,200.00 for 2026, which two performance obligations earn. */
async function begun({ allocationMethod, interval, ...term }: Book) {
  const client = clientOf(api, await withPobs(api, "2026-01-15T12:00:00Z"));
  const id = await client.contract({ allocationMethod });
  const path = `/v3/contracts/${id}`;
  const year = { startDate: "2026-01-01", endDate: "2026-12-31", billingType: "FLAT", name: "Service" };
  const { billingTermGroupId } = await client.ok("POST", `${path}/billing-terms`, {
    ...{ ...year, ...term, interval, ...priced(months[interval]) },
  });
  const pob = (name: string, transactionPrice: string, standaloneSellingPrice: string) => ({
    ...{ name, transactionPrice, standaloneSellingPrice },
    ...{ serviceStartDate: "2026-01-01", serviceEndDate: "2026-12-31" },
  });
  const toCreate = [pob("Licence", "700.00", "900.00"), pob("Support", "500.00", "500.00")];
  await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId, toCreate });
  await client.approve(id);
  return { client, id, path, group: billingTermGroupId as string };
}

class Story {
  readonly steps: string[] = [];
  private today = begin;
  private readonly book: Awaited<ReturnType<typeof begun>>;

  constructor(book: Awaited<ReturnType<typeof begun>>) {
    this.book = book;
  }

  text(): string {
    return `\n${this.steps.join("\n")}`;
  }

  async take(step: Step): Promise<void> {
    const { client } = this.book;
    const closed = await this.closed();
    const { status, body } = await this.answerTo(step);
    this.steps.push(`${JSON.stringify(step)} ${status} ${body?.error?.errorCode ?? ""}`);
    assert.ok(status < 500, this.text());
    await client.drainOutbox();
    if (step.kind === "close") return this.closeAgain(step);
    assert.equal(await this.closed(), closed, this.text());
  }

  private closed(): Promise<string> {
    return closedRows(owner, this.book.client.merchant.merchantId);
  }

  /** Some closed month and all later ones once more: target and posted are equal. */
  private async closeAgain({ which }: Step): Promise<void> {
    const { client } = this.book;
    const { data } = await client.ok("GET", "/v3/month-end-close/periods?filter=status:eq:CLOSED&limit=100");
    const all: string[] = data.map(({ month }: Json) => month).sort();
    const [from, last] = [all[which % Math.max(1, all.length)], all.at(-1)];
    if (from === undefined) return;
    await client.ok("POST", `/v3/month-end-close/reopen-period?month=${from}`);
    const { entriesPosted } = await client.ok("POST", `/v3/month-end-close/close-period?month=${last}`);
    assert.equal(entriesPosted, 0, `${from} to ${last}, closed again${this.text()}`);
  }

  private async answerTo({ kind, which, amount, on, days, treatment }: Step) {
    const { client, path, group } = this.book;
    const pick = async (from: string, keep: (each: Json) => boolean = () => true): Promise<Json> => {
      const { data } = await client.ok("GET", `${from}${from.includes("?") ? "&" : "?"}limit=100`);
      const kept = data.filter(keep);
      return kept[which % Math.max(1, kept.length)] ?? { id: "00000000-0000-7000-8000-000000000000", lineItems: [] };
    };
    const pobs = `${path}/performance-obligations`;
    const isStated = (each: Json) =>
      each.transactionPrice !== null && !["Service", "Added", "More"].includes(each.name);
    const patch = async (body: object) => client.send("PATCH", `${pobs}/${(await pick(pobs, isStated)).id}`, body);
    const term = async () => `${path}/billing-terms/${(await pick(`${path}/billing-terms`)).id}`;
    switch (kind) {
      case "performance obligation price":
        return patch({ transactionPrice: amount, effectiveDate: on });
      case "performance obligation days":
        return patch({ serviceEndDate: on });
      case "performance obligation pattern":
        return which % 2 === 0
          ? patch({ recognitionPattern: "POINT_IN_TIME", recognitionDate: on })
          : patch({ recognitionPattern: "STRAIGHT_LINE_DAILY" });
      case "selling price":
        return patch({ standaloneSellingPrice: amount });
      case "split": {
        const { id } = await pick(pobs, isStated);
        const service = { serviceStartDate: on, serviceEndDate: "2026-12-31" };
        return client.send("POST", pobs, {
          billingTermGroupId: group,
          toUpdate: [{ id, transactionPrice: amount }],
          toCreate: [{ ...service, name: "Extra", transactionPrice: "300.00", standaloneSellingPrice: amount }],
        });
      }
      case "drop":
        return client.send("POST", pobs, {
          billingTermGroupId: group,
          toDelete: [(await pick(pobs, isStated)).id],
        });
      case "memo": {
        const { customerId, lineItems } = await pick("/v3/invoices?filter=status:eq:ISSUED");
        const items = [{ invoiceLineItemId: lineItems[0]?.id, amount }];
        return client.send("POST", "/v3/credit-memos", {
          customerId,
          issueDate: formatDay(this.today),
          reason: "Terms",
          items,
        });
      }
      case "void credit memo":
        return client.send("POST", `/v3/credit-memos/${(await pick("/v3/credit-memos")).id}/void`, { reason: "Wrong" });
      case "term price":
        return client.send("PATCH", await term(), priced(amount));
      case "term days":
        return client.send("PATCH", await term(), { endDate: on });
      case "terminate":
        return client.send("PATCH", `${await term()}/terminate`, { endDate: on, creditUnused: true });
      case "more": {
        const dates = {
          startDate: on,
          endDate: "2026-12-31",
          interval: "YEAR",
          invoiceDateStrategy: "FIRST_OF_PERIOD",
        };
        const more = { ...dates, billingType: "FLAT", ...priced(amount) };
        return client.send(
          "POST",
          `${path}/billing-terms`,
          which % 2 === 0 ? { ...more, name: "Added", billingTermGroupId: group } : { ...more, name: "More" },
        );
      }
      case "treat": {
        const { id } = await pick(`${path}/modifications`);
        return client.send("PATCH", `${path}/modifications/${id}`, { treatment, reason: "A judgement." });
      }
      case "advance":
        this.today += days;
        return client.send("POST", "/v3/test-clock/advance", { to: `${formatDay(this.today)}T12:00:00Z` });
      case "close": {
        await this.balance();
        const month = formatMonth(monthOf(this.today) - 1);
        const shown = await this.revenueThrough(month);
        const answer = await client.send("POST", `/v3/month-end-close/close-period?month=${month}`);
        if (answer.status === 200) assert.deepEqual(await this.revenueThrough(month), shown, this.text());
        return answer;
      }
    }
  }

  /** What each performance obligation has in the months through one, posted or not, and what that makes good. */
  private async revenueThrough(month: string): Promise<string[]> {
    const { client, id } = this.book;
    const { data } = await client.ok("GET", `/v3/revenue-schedules?filter=contractId:eq:${id}&limit=1000`);
    return data
      .filter(({ timeframe }: Json) => timeframe <= month)
      .map((each: Json) =>
        [each.performanceObligationId, each.timeframe, each.source, each.earnedTimeframe, each.amount].join(" "),
      )
      .toSorted();
  }

  /** Shares what the group bills among its performance obligations anew where more was stated. */
  async balance(): Promise<void> {
    if (await this.isBalanced()) return;
    const { client, path, group } = this.book;
    await client.ok("POST", `${path}/performance-obligations`, { billingTermGroupId: group, allocate: true });
    await client.drainOutbox();
    assert.ok(await this.isBalanced(), this.text());
  }

  private async isBalanced(): Promise<boolean> {
    const month = formatMonth(monthOf(this.today) - 1);
    const { checks } = await this.book.client.ok("GET", `/v3/month-end-close/preview?month=${month}`);
    return checks.find(({ code }: Json) => code === "GROUP_UNBALANCED").status !== "FAILED";
  }
}

/** What is earned in all is what is billed in all, and the allocated prices come to the stated ones less the credits. */
async function addsUp(client: Client, { id, path }: { id: string; path: string }, story: string): Promise<void> {
  const all = async (from: string): Promise<Json[]> => (await client.ok("GET", from)).data;
  const revenue = await all(`/v3/revenue-schedules?filter=contractId:eq:${id}&limit=1000`);
  const planned = await all(`${path}/invoice-schedule`);
  const issued = await all("/v3/credit-memos?limit=1000");
  const creditMemos = issued.filter(({ status }) => status !== "VOID");
  const billed = planned.flatMap(({ lineItems }) => lineItems.map(({ total }: Json) => total));
  const taken = creditMemos.flatMap(({ total }) => `-${total}`);
  const earned = revenue.map(({ amount }) => amount);
  assert.equal(sumOf(earned), sumOf([...billed, ...taken]), story);
  const pobs = (await all(`${path}/performance-obligations?limit=100`)).filter((each) => each.allocatedPrice !== null);
  const of = (field: string) => sumOf(pobs.map((each) => each[field]));
  // A credit that was agreed lowers what the performance obligations of its group are worth, and none of what they
  // state; the end of a term has lowered that itself, so what it gave back and was kept (ADR 0026) raises what they are
  // worth.
  const agreed = creditMemos.filter(({ reason }) => reason === "Terms").map(({ total }) => total);
  const kept = issued
    // Performance obligations that follow a term of their own ("More") have no allocated price that could show it.
    .filter(({ reason, status }) => reason !== "Terms" && !reason.startsWith("More ") && status === "VOID")
    .map(({ total }) => total);
  const given = sumOf([of("transactionPrice"), negated(of("allocatedPrice")), ...kept]);
  const elsewhere = sumOf([...agreed, negated(given)]);
  if (agreed.length === 0) assert.equal(given, sumOf([]), story);
  assert.doesNotMatch(`${given} ${elsewhere}`, /-/, story);
}

/** Credits of more than is left of a price leave an allocation below zero. */
function negated(amount: string): string {
  return amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
}

test(`${sequences} random sequences of writes leave closed months as posted and books that tie`, async () => {
  const all = fc.sample(fc.tuple(anyContract, fc.array(anyStep, { minLength: 8, maxLength: 14 })), {
    numRuns: sequences,
    seed,
  });
  let done = 0;
  for (const [first, steps] of all) {
    const book = await begun(first);
    const story = new Story(book);
    for (const step of steps) await story.take(step);
    await story.balance();
    const text = `${JSON.stringify(first)}${story.text()}`;
    await addsUp(book.client, book, text);
    const { merchantId } = book.client.merchant;
    assert.deepEqual(await runDoctor(api.platform.db, { merchantId, full: true }), [], text);
    done += story.steps.filter((each) => / 20[01] /.test(each)).length;
  }
  assert.ok(done > 4 * sequences, `${done} steps had an effect`);
});
