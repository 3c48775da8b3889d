import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import fc from "fast-check";
import { required } from "../../src/kernel/assert.ts";
import { formatMoney, money, parseMoney } from "../../src/kernel/money.ts";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { isFull } from "../support/case-counts.ts";
import { type Client, clientOf, close } from "../support/client.ts";
import { allOf, booksByContract, openingOf } from "../support/moved-book.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";

// A contract that was loaded as of 30 June has the balances and the revenue of one that ran from the start, month by month: at the
// end of June, and of every month after it.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

const months = ["2026-06", "2026-07", "2026-08", "2026-09", "2026-10", "2026-11", "2026-12"];

/** A term and the obligation that follows it. */
type Part = {
  readonly kind: "FLAT" | "SEAT";
  readonly interval: "MONTH" | "QUARTER" | "YEAR";
  readonly strategy: "FIRST_OF_PERIOD" | "ADVANCED_DUE_START" | "LAST_OF_PERIOD" | "ARREARS";
  readonly pattern: "STRAIGHT_LINE" | "STRAIGHT_LINE_DAILY";
  readonly start: string;
  readonly end: string | undefined;
  readonly price: string;
};

const somePart = fc.record<Part>({
  kind: fc.constantFrom("FLAT", "SEAT"),
  interval: fc.constantFrom("MONTH", "QUARTER", "YEAR"),
  strategy: fc.constantFrom("FIRST_OF_PERIOD", "ADVANCED_DUE_START", "LAST_OF_PERIOD", "ARREARS"),
  pattern: fc.constantFrom("STRAIGHT_LINE", "STRAIGHT_LINE_DAILY"),
  start: fc.constantFrom("2026-01-01", "2026-01-15", "2026-02-28", "2026-03-31", "2026-05-01", "2026-07-01"),
  end: fc.constantFrom("2026-12-31", "2027-03-30", "2026-09-15", undefined),
  price: fc.integer({ min: 100, max: 99_999 }).map((minor) => formatMoney(money(BigInt(minor), "USD"))),
});

/** What a contract has, and how much of its invoices up to June is paid: nothing, a part, or all of each in turn. */
type Shape = { readonly parts: readonly Part[]; readonly paid: number; readonly change: number };
const someShape = fc.record<Shape>({
  parts: fc.array(somePart, { minLength: 1, maxLength: 3 }),
  paid: fc.nat(2),
  change: fc.nat(3),
});

function obligationOf({ kind, interval, strategy, pattern, start, end, price }: Part, name: string) {
  return {
    serviceStartDate: start,
    ...(end === undefined ? {} : { serviceEndDate: end }),
    recognitionPattern: pattern,
    billingSchedule: {
      ...{ name, startDate: start, ...(end === undefined ? {} : { endDate: end }), interval },
      invoiceDateStrategy: strategy,
      ...(kind === "FLAT"
        ? { billingType: "FLAT", pricing: [{ amount: price, amountType: "TOTAL_INVOICE" }] }
        : {
            ...{ billingType: "UNIT", quantity: "7", seatConfig: {} },
            pricing: [{ amount: price, amountType: "PER_ITEM" }],
          }),
    },
  };
}

/** A contract with its parts, not approved; its obligations by the names of their terms. */
async function draft(client: Client, name: string, { parts }: Shape) {
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: `Customer of ${name}` });
  const { id: contractId } = await client.ok("POST", "/v3/contracts", { name, customerId });
  const ids = new Map<string, Json>();
  for (const [index, part] of parts.entries()) {
    const made = await client.ok(
      "POST",
      `/v3/contracts/${contractId}/obligations`,
      obligationOf(part, `${name} part ${index}`),
    );
    ids.set(made.billingSchedule.name, made);
  }
  return { name, customerId, contractId, ids };
}
type Drafted = Awaited<ReturnType<typeof draft>>;

/** Pays invoices up to June: of each in turn nothing, a part, or all. */
async function payOld(client: Client, { contractId }: Drafted, { paid }: Shape): Promise<void> {
  const invoices = (await allOf(client, `/v3/invoices?filter=contractId:eq:${contractId}`)).filter(
    ({ status }) => status === "ISSUED",
  );
  const inOrder = invoices.toSorted((a, b) => (a.invoiceNumber < b.invoiceNumber ? -1 : 1));
  for (const [index, { id, total }] of inOrder.entries()) {
    const turn = (index + paid) % 3;
    const whole = required(parseMoney(total, "USD"), "a total");
    const amount = formatMoney(turn === 1 ? money(whole.minor / 2n, "USD") : whole);
    if (turn !== 0 && Number(amount) > 0) await client.ok("POST", `/v3/invoices/${id}/payments`, { amount });
  }
}

/** The same is done to both books in August: a price, seats, a credit memo or a payment of an old invoice. */
async function changeOf(client: Client, { contractId, ids }: Drafted, { parts, change }: Shape): Promise<void> {
  const [part] = parts;
  const [first] = [...ids.values()];
  if (part === undefined || (part.end ?? "2027") < "2026-09-30" || part.start > "2026-07-15") return;
  const term = `/v3/contracts/${contractId}/billing-terms/${first.billingTermId}`;
  if (change === 0 && part.kind === "SEAT")
    await client.ok("POST", `${term}/seat-amendment`, { effectiveDate: "2026-08-10", delta: "3" });
  if (change === 1) await client.ok("PATCH", `${term}/terminate`, { endDate: "2026-09-30", creditUnused: true });
  if (change === 2) {
    const amountType = part.kind === "FLAT" ? "TOTAL_INVOICE" : "PER_ITEM";
    // Where the term is invoiced beyond that day it is rejected, in both books.
    const price = { pricing: [{ amount: "77.00", amountType }], effectiveDate: "2026-09-01" };
    assert.ok([200, 400].includes((await client.send("PATCH", term, price)).status));
  }
  if (change === 3) {
    const open = (await allOf(client, `/v3/invoices?filter=contractId:eq:${contractId}`))
      .filter(({ balanceRemaining, issueDate }) => Number(balanceRemaining) > 0 && issueDate <= "2026-06-30")
      .toSorted((a, b) => Number(a.balanceRemaining) - Number(b.balanceRemaining));
    if (open[0] !== undefined) await client.ok("POST", `/v3/invoices/${open[0].id}/payments`, {});
  }
}

async function runOn(client: Client, drafted: readonly Drafted[], shapes: readonly Shape[]): Promise<void> {
  await client.advance("2026-08-05T09:00:00Z");
  await client.drainOutbox();
  await close(client, "2026-07");
  for (const [index, each] of drafted.entries()) {
    await changeOf(client, each, shapes[index] as Shape);
    await client.drainOutbox();
  }
  for (const day of ["2026-09-05", "2026-10-05", "2026-11-05", "2026-12-05", "2027-01-05"]) {
    await client.advance(`${day}T09:00:00Z`);
    await client.drainOutbox();
  }
  await close(client, "2026-12");
}

describe("a book loaded as of 30 June", () => {
  const shapes = fc.sample(someShape, { numRuns: isFull ? 60 : 15, seed: Number(process.env.ACCORD_TEST_SEED ?? 1) });

  test("has the balances and revenue of one that ran from the start", async () => {
    const started = clientOf(api, await api.newMerchant("2025-12-20T09:00:00Z"));
    const ran: Drafted[] = [];
    for (const [index, shape] of shapes.entries()) {
      const drafted = await draft(started, `Contract ${index}`, shape);
      await started.approve(drafted.contractId);
      ran.push(drafted);
    }
    for (const month of ["02", "03", "04", "05", "06"]) await started.advance(`2026-${month}-05T09:00:00Z`);
    await started.advance("2026-06-30T09:00:00Z");
    await started.drainOutbox();
    for (const [index, each] of ran.entries()) await payOld(started, each, shapes[index] as Shape);
    await started.advance("2026-07-05T09:00:00Z");
    await started.drainOutbox();
    await close(started, "2026-06");

    const moved = clientOf(api, await api.newMerchant("2026-07-05T09:00:00Z"));
    const loaded: Drafted[] = [];
    for (const [index, shape] of shapes.entries()) {
      const drafted = await draft(moved, `Contract ${index}`, shape);
      const body = await openingOf(started, ran[index]?.contractId ?? "", "2026-06-30", drafted.ids);
      const opening = await moved.ok("POST", `/v3/contracts/${drafted.contractId}/opening`, body);
      assert.ok(
        opening.performanceObligations.every(({ difference }: Json) => difference === "0.00"),
        "the pattern had earned what was recognized",
      );
      loaded.push(drafted);
    }
    await moved.drainOutbox();
    await close(moved, "2026-06");
    await runOn(started, ran, shapes);
    await runOn(moved, loaded, shapes);

    const [expected, actual] = [await booksByContract(started, months), await booksByContract(moved, months)];
    for (const [name, books] of expected) {
      const { "REVENUE 2026-06": _old, ...rest } = books;
      const { "REVENUE 2026-06": june, ...own } = actual.get(name);
      assert.deepEqual(own, rest, `${name} ${JSON.stringify(shapes[Number(name.split(" ")[1])])}`);
      assert.equal(june, "0.00", "the old books have the revenue of June");
    }
    assert.deepEqual(
      (await moved.ok("GET", "/v3/month-end-close/periods")).data.map(({ month }: Json) => month).toSorted(),
      months,
    );
  });
});
