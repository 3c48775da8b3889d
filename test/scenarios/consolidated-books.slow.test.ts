import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { runs } from "../support/case-counts.ts";
import { type Client, clientOf, close, obligationBody, priced } from "../support/client.ts";
import { contractAccounts, inMajor, inMinor } from "../support/consolidation.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { consolidated } from "./golden/consolidated.ts";
import { beginOf, playScenario } from "./golden/play.ts";

// ADR 0040: consolidation is a matter of documents. The books of contracts that are billed on one document are those of
// contracts that are billed alone, contract by contract, account by account and day by day.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

test("the T-accounts of each contract equal those of the worksheet", async () => {
  const [scenario] = consolidated;
  assert.ok(scenario !== undefined);
  const client = clientOf(api, await api.newMerchant(beginOf(scenario)));
  const made: string[] = [];
  const did = async ({ as }: { as?: string }, answer: Json) => void (as === "quay" ? made.push(answer.id) : undefined);
  await playScenario({ ...client, did, begun: async ({ contractId }) => void made.push(contractId) }, scenario);
  const [platform = "", support = ""] = made;
  assert.deepEqual(await contractAccounts(client, platform), {
    BAD_DEBT: "80.39",
    BAD_DEBT_RECOVERED: "-16.00",
    CASH: "76.00",
    CUSTOMER_CREDIT: "-4.00",
    RECEIVABLE: "100.00",
    REVENUE: "-236.39",
  });
  assert.deepEqual(await contractAccounts(client, support), {
    BAD_DEBT: "40.19",
    BAD_DEBT_RECOVERED: "-8.00",
    CASH: "38.00",
    CUSTOMER_CREDIT: "4.00",
    RECEIVABLE: "50.00",
    REVENUE: "-124.19",
  });
});

type Plan = { readonly cents: number; readonly interval: "MONTH" | "QUARTER"; readonly isArrears: boolean };
/** What happens in a month, on a day of it, to the oldest document that it can happen to. */
type Act = {
  readonly kind: "PAY" | "WRITE_OFF" | "REINSTATE" | "VOID" | "CREDIT";
  readonly day: number;
  readonly part: number;
};
type Story = { readonly plans: readonly Plan[]; readonly months: readonly (readonly Act[])[] };

const plan = fc.record({
  cents: fc.integer({ min: 1, max: 99_999 }),
  interval: fc.constantFrom("MONTH" as const, "QUARTER" as const),
  isArrears: fc.boolean(),
});
const happening = fc.record({
  kind: fc.constantFrom(
    "PAY" as const,
    "PAY" as const,
    "WRITE_OFF" as const,
    "REINSTATE" as const,
    "VOID" as const,
    "CREDIT" as const,
  ),
  day: fc.integer({ min: 2, max: 28 }),
  part: fc.integer({ min: 1, max: 100 }),
});
const stories: fc.Arbitrary<Story> = fc.record({
  plans: fc.array(plan, { minLength: 2, maxLength: 4 }),
  months: fc.array(fc.array(happening, { maxLength: 3 }), { minLength: 4, maxLength: 4 }),
});

/** The contracts of a story, of a German customer under 19 % of tax, approved before their first bill. */
async function begin(plans: readonly Plan[], consolidationKey: string | null) {
  const client = clientOf(api, await api.newMerchant("2025-12-15T12:00:00Z"));
  const rate = { country: "DE", category: "S", rate: "0.19", validFrom: "2021-01-01" };
  await client.ok("PATCH", "/v3/merchant", { address: { country: "DE" }, taxRates: [rate], badDebtTaxRelief: true });
  const billingAddress = { country: "DE" };
  const { id: customerId } = await client.ok("POST", "/v3/customers", { name: "Northwind", billingAddress });
  const contracts: string[] = [];
  for (const { cents, interval, isArrears } of plans) {
    const id = await client.contract({ customerId, consolidationKey });
    const invoiceDateStrategy = isArrears ? "ARREARS" : "FIRST_OF_PERIOD";
    await client.add(id, obligationBody({}, { interval, invoiceDateStrategy, ...priced(inMajor(BigInt(cents))) }));
    await client.approve(id);
    contracts.push(id);
  }
  return { client, customerId, contracts };
}

type Book = Awaited<ReturnType<typeof begin>>;

/** The documents of a book, oldest first, each with its invoices by contract: sections, or an invoice of a contract that is alone. */
async function documentsOf({ client, contracts }: Book): Promise<Json[][]> {
  const { data } = await client.ok("GET", "/v3/invoices?limit=1000&filter=status:neq:DRAFT");
  const memos = await client.ok("GET", "/v3/credit-memos?limit=1000");
  const credited = new Set(memos.data.flatMap(({ items }: Json) => items.map(({ invoiceId }: Json) => invoiceId)));
  const byNumber = Map.groupBy(data as Json[], ({ invoiceNumber }): string => invoiceNumber);
  const place = ({ contractId }: Json) => contracts.indexOf(contractId);
  return [...byNumber]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, own]) => own.toSorted((a, b) => place(a) - place(b)))
    .map((own) => own.map((each) => ({ ...each, isCredited: credited.has(each.id) })));
}

const isOwed = ({ status }: Json) => status === "ISSUED" || status === "PARTIALLY_PAID";

/** Does an act to a document as a whole, and the same to the invoices of the other book one by one. */
async function happens(act: Act, books: { readonly together: Book; readonly apart: Book }): Promise<void> {
  const { together, apart } = books;
  const month = (await today(together)).slice(0, 7);
  const chosen = (await documentsOf(together)).find((own) => isPossible(act, own, month));
  if (chosen === undefined) return;
  const [first] = chosen;
  const others = (await documentsOf(apart)).flat();
  const twinOf = (section: Json): Json => {
    const contractId = apart.contracts[together.contracts.indexOf(section.contractId)];
    const found = others.filter((each) => each.contractId === contractId && each.issueDate === section.issueDate);
    const [twin] = found.filter(({ status }) => status === section.status);
    assert.ok(twin !== undefined, "the same invoice in the other book");
    return twin;
  };
  const path =
    first.section === null ? `/v3/invoices/${first.id}` : `/v3/consolidated-invoices/${first.consolidatedInvoiceId}`;
  const twins = chosen.map((section) => ({ section, twin: twinOf(section) }));
  const send = (book: Book, to: string, body: object) => book.client.ok("POST", to, body);
  if (act.kind === "PAY") {
    const open = chosen.filter(({ status }) => isOwed({ status }) || status === "UNCOLLECTIBLE");
    const cents = open.reduce((sum, { balanceRemaining }) => sum + inMinor(balanceRemaining), 0n);
    const part = (cents * BigInt(act.part)) / 100n;
    const amount = inMajor(part > 0n ? part : 1n);
    const { applications } = await send(together, `${path}/payments`, { amount });
    for (const { invoiceId, amountApplied } of applications) {
      const pair = twins.find(({ section }) => section.id === invoiceId);
      await send(apart, `/v3/invoices/${pair?.twin.id}/payments`, { amount: amountApplied });
    }
    return;
  }
  if (act.kind === "CREDIT") {
    for (const [book, invoice] of [[together, first] as const, [apart, twinOf(first)] as const]) {
      const items = [{ invoiceLineItemId: invoice.lineItems[0].id, amount: "0.01" }];
      const issueDate = await today(book);
      const body = { customerId: book.customerId, issueDate, reason: "Service was down", items };
      await send(book, "/v3/credit-memos", { ...body, currency: "USD" });
    }
    return;
  }
  const action = { WRITE_OFF: "MARK_UNCOLLECTIBLE", REINSTATE: "REINSTATE", VOID: "VOID" }[act.kind];
  await send(together, `${path}/actions`, { action });
  for (const { section, twin } of twins.filter((each) => isConcerned(act, each.section))) {
    await send(apart, `/v3/invoices/${twin.id}/actions`, { action });
    assert.equal(section.total, twin.total);
  }
}

/** Issues what voids have freed: in one book by the document, in the other one by one. */
async function issueFreed(client: Client): Promise<void> {
  for (;;) {
    const { now } = await client.ok("GET", "/v3/test-clock");
    const filter = `status:eq:DRAFT,issueDate:lte:${now.slice(0, 10)}`;
    const { data } = await client.ok("GET", `/v3/invoices?limit=1000&filter=${filter}`);
    const [draft] = data;
    if (draft === undefined) return;
    await client.ok("POST", `/v3/invoices/${draft.id}/actions`, { action: "ISSUE" });
  }
}

async function today({ client }: Book): Promise<string> {
  return (await client.ok("GET", "/v3/test-clock")).now.slice(0, 10);
}

function isConcerned({ kind }: Act, { status }: Json): boolean {
  if (kind === "WRITE_OFF") return isOwed({ status });
  if (kind === "REINSTATE") return status === "UNCOLLECTIBLE";
  return status !== "VOID";
}

function isPossible(act: Act, document: readonly Json[], month: string): boolean {
  const [first] = document;
  if (act.kind === "VOID") {
    const isUntouched = document.every(({ status, amountPaid }) => status === "ISSUED" && inMinor(amountPaid) === 0n);
    return isUntouched && first.issueDate.startsWith(month) && document.every(({ isCredited }) => !isCredited);
  }
  if (act.kind === "CREDIT") return isOwed(first) && inMinor(first.balanceRemaining) > 100n;
  return document.some((each) =>
    act.kind === "PAY" ? isOwed(each) || each.status === "UNCOLLECTIBLE" : isConcerned(act, each),
  );
}

/** Every posting of each contract as "contract date type role debit credit", in a fixed order. */
async function journalOf({ client, contracts }: Book): Promise<string[]> {
  const { data, totalItems } = await client.ok("GET", "/v3/journal-entries?limit=1000");
  assert.equal(data.length, totalItems);
  const rows = data.flatMap(({ contractId, date, type, lines }: Json) =>
    lines.map(({ role, debit, credit }: Json) =>
      [contracts.indexOf(contractId), date, type, role, debit, credit].join(" "),
    ),
  );
  return rows.toSorted();
}

test("consolidated billing posts the same as separate billing, by contract and account", async () => {
  await fc.assert(
    fc.asyncProperty(stories, async ({ plans, months }) => {
      const together = await begin(plans, "one bill");
      const apart = await begin(plans, null);
      const books: readonly { readonly client: Client }[] = [together, apart];
      for (const [index, acts] of months.entries()) {
        for (const act of acts.toSorted((a, b) => a.day - b.day)) {
          const to = `2026-0${index + 1}-${String(act.day).padStart(2, "0")}T12:00:00Z`;
          for (const { client } of books)
            if ((await client.ok("GET", "/v3/test-clock")).now < to) await client.advance(to);
          await happens(act, { together, apart });
        }
        for (const { client } of books) {
          await issueFreed(client);
          await client.advance(`2026-0${index + 2}-01T12:00:00Z`);
          await close(client, `2026-0${index + 1}`);
        }
      }
      assert.deepEqual(await journalOf(together), await journalOf(apart));
    }),
    { numRuns: runs(12), endOnFailure: true },
  );
});
