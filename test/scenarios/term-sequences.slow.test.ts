import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { regenerateInvoices } from "../../src/invoicing/service.ts";
import { formatDay, formatMonth, monthOf } from "../../src/kernel/day.ts";
import { write } from "../../src/platform/write.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, priced } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { runDoctor } from "../support/doctor.ts";
import { milestoneBody, seatBody, termBody } from "../support/term-client.ts";
import { day } from "../support/terms.ts";

// Whatever is done to the terms of one contract, in whatever order: what is issued stays byte for byte, the doctor finds
// nothing, and a regeneration that nothing asked for changes nothing. `ACCORD_TERM_SEQUENCES=1000` runs that many.
const sequences = Number(process.env.ACCORD_TERM_SEQUENCES ?? 10);
const seed = Number(process.env.ACCORD_TERM_SEED ?? 20_260_115);

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const begin = day("2026-01-15");

type Step =
  | { readonly act: "add"; readonly body: object }
  | { readonly act: "patch" | "amend" | "terminate"; readonly term: number; readonly body: object }
  | { readonly act: "reach"; readonly term: number; readonly offset: number }
  | { readonly act: "take back"; readonly term: number; readonly amendment: number }
  | { readonly act: "advance"; readonly days: number }
  | { readonly act: "close" };

const offsetDay = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((offset) => formatDay(begin + offset));
const amount = fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toString());
const term = fc.nat({ max: 3 });

const anyTerm = fc
  .record({
    kind: fc.constantFrom(termBody, seatBody, seatBody, milestoneBody),
    startDate: offsetDay(-120, 60),
    duration: fc.constantFrom(0, 1, 3, 8),
    interval: fc.constantFrom("MONTH", "QUARTER", "YEAR", "SEMI_MONTH"),
    invoiceDateStrategy: fc.constantFrom("FIRST_OF_PERIOD", "ADVANCED_DUE_START", "LAST_OF_PERIOD", "ARREARS"),
    prorationPolicy: fc.constantFrom("DAY", "MONTH", "NONE"),
    price: amount,
    trueUp: fc.constantFrom("IMMEDIATE", "CO_TERM"),
    creditOnDecrease: fc.constantFrom("NONE", "PRORATED"),
    isMovingMinimum: fc.boolean(),
  })
  .map(({ kind, startDate, duration, interval, price, trueUp, creditOnDecrease, isMovingMinimum, ...rest }) => {
    if (kind === milestoneBody) return milestoneBody({ startDate, endDate: startDate, ...priced(price) });
    const dates = { ...rest, startDate, endDate: null, duration, interval };
    if (kind === termBody) return termBody({ ...dates, ...priced(price) });
    const config = { defaultTrueUpTiming: trueUp, creditOnDecrease, isMovingMinimum };
    return seatBody({ ...dates, ...priced(price, "PER_ITEM") }, config);
  });

const anyChange = fc.oneof(
  fc
    .record({ price: amount, effectiveDate: fc.option(offsetDay(-60, 200), { nil: undefined }) })
    .map(({ price, ...rest }) => ({ ...rest, change: "price", price })),
  offsetDay(0, 300).map((endDate) => ({ change: "end", endDate })),
  fc.constantFrom("0.1", "0.333333").map((share) => ({ change: "discount", share })),
  fc.constantFrom("ARREARS", "FIRST_OF_PERIOD").map((strategy) => ({ change: "strategy", strategy })),
);

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: anyTerm.map((body) => ({ act: "add" as const, body })) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant("patch" as const), term, body: anyChange }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant("amend" as const),
      term,
      body: fc.record(
        {
          effectiveDate: offsetDay(-90, 150),
          delta: fc.constantFrom("-4", "-1", "0.5", "2", "7"),
          prorationPolicy: fc.constantFrom("DAY", "MONTH", "STARTED_MONTH", "YEAR", "NONE"),
          trueUpTiming: fc.constantFrom("IMMEDIATE", "CO_TERM"),
        },
        { requiredKeys: ["effectiveDate", "delta"] },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("take back" as const), term, amendment: fc.nat({ max: 3 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant("terminate" as const),
      term,
      body: fc.record({ endDate: offsetDay(-60, 250), creditUnused: fc.boolean() }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant("reach" as const), term, offset: fc.integer({ min: -40, max: 0 }) }),
  },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 75 }).map((days) => ({ act: "advance" as const, days })) },
  { weight: 1, arbitrary: fc.constant({ act: "close" as const }) },
);

/** A merchant's contract with the steps taken so far. */
class Sequence {
  readonly client: Client;
  readonly contractId: string;
  private today = begin;
  private readonly issued = new Map<string, string>();
  readonly outcomes: string[] = [];

  constructor(client: Client, contractId: string) {
    this.client = client;
    this.contractId = contractId;
  }

  async take(step: Step): Promise<void> {
    const status = await this.answerTo(step);
    this.outcomes.push(`${JSON.stringify(step)} ${status}`);
    assert.ok(status < 500, this.story());
    await this.client.drainOutbox();
    await this.compareIssued();
  }

  story(): string {
    return `\n${this.outcomes.join("\n")}`;
  }

  private async answerTo(step: Step): Promise<number> {
    const terms = `/v3/contracts/${this.contractId}/billing-terms`;
    const send = async (method: string, path: string, body?: unknown) =>
      (await this.client.send(method, path, body)).status;
    if (step.act === "add") return send("POST", terms, step.body);
    if (step.act === "advance") {
      this.today += step.days;
      return send("POST", "/v3/test-clock/advance", { to: `${formatDay(this.today)}T12:00:00Z` });
    }
    if (step.act === "close") {
      const month = formatMonth(monthOf(this.today) - 1);
      return send("POST", `/v3/month-end-close/close-period?month=${month}`);
    }
    const { data } = await this.client.ok("GET", `${terms}?limit=1000`);
    const path = `${terms}/${data.toReversed()[step.term % data.length].id}`;
    switch (step.act) {
      case "patch":
        return send("PATCH", path, changeOf(step.body as Json, data.toReversed()[step.term % data.length]));
      case "amend":
        return send("POST", `${path}/seat-amendment`, step.body);
      case "terminate":
        return send("PATCH", `${path}/terminate`, step.body);
      case "reach":
        return send("POST", `${path}/milestone`, { reachedOn: formatDay(this.today + step.offset) });
      case "take back": {
        const { data: amendments } = await this.client.ok("GET", `${path}/seat-amendments`);
        const found = amendments[step.amendment % Math.max(1, amendments.length)];
        return found === undefined ? 404 : send("DELETE", `${path}/seat-amendments/${found.id}`);
      }
    }
  }

  /** Issued invoices have the content that they had at issue. */
  private async compareIssued(): Promise<void> {
    const { data } = await this.client.ok("GET", "/v3/invoices?filter=status:neq:DRAFT&limit=1000");
    const now = new Map<string, string>(
      data.map(({ id, issueDate, dueDate, total, lineItems }: Json) => [
        id,
        JSON.stringify([issueDate, dueDate, total, lineItems]),
      ]),
    );
    for (const [id, text] of this.issued) assert.equal(now.get(id), text, this.story());
    for (const [id, text] of now) this.issued.set(id, text);
  }
}

function changeOf({ change, price, endDate, share, strategy, effectiveDate }: Json, { pricing }: Json): object {
  switch (change) {
    case "price":
      return { pricing: [{ ...pricing[0], amount: price }], ...(effectiveDate === undefined ? {} : { effectiveDate }) };
    case "end":
      return { endDate };
    case "discount":
      return { discounts: [{ type: "PERCENTAGE", amount: share }] };
    default:
      return { invoiceDateStrategy: strategy };
  }
}

async function begun(first: object): Promise<Sequence> {
  const client = clientOf(api, await api.newMerchant());
  const contractId = await client.contract();
  await client.ok("POST", `/v3/contracts/${contractId}/billing-terms`, first);
  await client.approve(contractId);
  return new Sequence(client, contractId);
}

test(`${sequences} random sequences of writes to the terms of a contract keep all invariants of its books`, async () => {
  const all = fc.sample(fc.tuple(anyTerm, fc.array(anyStep, { minLength: 5, maxLength: 9 })), {
    numRuns: sequences,
    seed,
  });
  let done = 0;
  for (const [first, steps] of all) {
    const sequence = await begun(first);
    for (const step of steps) await sequence.take(step);
    const { merchantId } = sequence.client.merchant;
    const story = `${JSON.stringify(first)}${sequence.story()}`;
    assert.deepEqual(await runDoctor(api.platform.db, { merchantId, full: true }), [], story);

    const digest = await digestOf(api.connectionString);
    await write(api.platform, { merchantId, actor: { kind: "SYSTEM", id: "test" } }, (ctx) =>
      regenerateInvoices(ctx, [sequence.contractId]),
    );
    assert.equal(await digestOf(api.connectionString), digest, `a regeneration changed something: ${story}`);
    done += sequence.outcomes.filter((outcome) => / 20[01]$/.test(outcome)).length;
  }
  assert.ok(done > 3 * sequences, `${done} steps had an effect`);
});
