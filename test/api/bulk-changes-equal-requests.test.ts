import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";
import { type Cells, placeOf, sendBulk } from "../support/bulk-change-client.ts";
import { runs } from "../support/case-counts.ts";
import { type Client, clientOf, close, priced } from "../support/client.ts";
import { runDoctor } from "../support/doctor.ts";
import { type TermClient, termBody, termOn } from "../support/term-client.ts";

// A file is its rows as single requests, one after the other: the same rows are refused with the same codes, and without them
// the books are the same to the last line.

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

type Contract = { readonly term: TermClient; readonly modificationId: string };
type Book = { readonly client: Client; readonly contracts: readonly Contract[] };

/** Two terms of 100.00 a month for 2026, one of them credited when it falls, with a price of 120.00 from July; May is closed. */
async function book(): Promise<Book> {
  const client = clientOf(api, await api.newMerchant("2026-06-16T00:00:00Z"));
  const contracts: Contract[] = [];
  for (const creditOnDecrease of ["NONE", "PRORATED"]) {
    const body = termBody({ interval: "MONTH", creditOnDecrease, ...priced("100.00") });
    const term = await termOn(client, body);
    const changed = await term.patch({ effectiveDate: "2026-07-01", ...priced("120.00") });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    await client.drainOutbox();
    const [{ id }] = (await client.ok("GET", `${term.contractPath}/modifications`)).data;
    contracts.push({ term, modificationId: id });
  }
  await close(client, "2026-05");
  return { client, contracts };
}

type Row = { readonly of: 0 | 1; readonly cells: Cells };

const day = fc.constantFrom(
  "2026-03-10",
  "2026-06-01",
  "2026-06-16",
  "2026-06-20",
  "2026-07-01",
  "2026-08-15",
  "2027-02-01",
);
const amount = fc.constantFrom("60.00", "100.00", "133.33", "160.00", "12");
const ofTerm = fc.constantFrom(0 as const, 1 as const);
const cells = fc.oneof(
  fc.record({ action: fc.constant("PRICE"), effectiveDate: day, amount }),
  fc.record({
    ...{ action: fc.constant("PRICE"), effectiveDate: day, amount },
    settlement: fc.constantFrom("IMMEDIATE", "CO_TERM", "NONE"),
  }),
  fc.record({ action: fc.constant("DATES"), endDate: day }),
  fc.record({ action: fc.constant("TERMINATION"), endDate: day, creditUnused: fc.constantFrom("true", "false") }),
  fc.record({
    ...{ action: fc.constant("TREATMENT"), reason: fc.constant("Chosen") },
    treatment: fc.constantFrom("PROSPECTIVE", "CUMULATIVE_CATCH_UP", "SEPARATE_CONTRACT"),
  }),
);
const rowsOf = fc.array(fc.record({ of: ofTerm, cells }), { minLength: 1, maxLength: 6 });

/** The row of a file about the contract of a book. */
function inFile({ contracts }: Book, { of, cells: stated }: Row): Cells {
  const { term, modificationId } = contracts[of] as Contract;
  const place = placeOf(term);
  if (stated.action !== "TREATMENT") return { ...stated, ...place };
  return { ...stated, contractId: place.contractId, modificationId };
}

/** The same as a request of its own. */
function alone({ client, contracts }: Book, { of, cells: stated }: Row): Promise<ApiAnswer> {
  const { term, modificationId } = contracts[of] as Contract;
  const { action, effectiveDate, amount: price = "", settlement, endDate, creditUnused, treatment, reason } = stated;
  if (action === "TREATMENT") {
    return client.send("PATCH", `${term.contractPath}/modifications/${modificationId}`, { treatment, reason });
  }
  if (action === "TERMINATION") return term.terminate({ endDate, creditUnused: creditUnused === "true" });
  if (action === "DATES") return term.patch({ endDate });
  if (settlement === undefined) return term.patch({ effectiveDate, ...priced(price) });
  return client.send("POST", `${term.path}/amendments`, { effectiveDate, settlement, ...priced(price) });
}

const codesOf = ({ body }: ApiAnswer): string[] => {
  const { errorCode, details } = body.error;
  return details.issues === undefined ? [errorCode] : details.issues.map(({ code }: Json) => code);
};

/** All that was billed, credited, posted and is planned, without ids, numbers and moments; contracts in their order. */
async function booksOf({ client, contracts }: Book): Promise<Json> {
  const of = contracts.map(async ({ term: { contractId, contractPath, schedule } }) => {
    const at = async (path: string): Promise<Json[]> =>
      (await client.ok("GET", `${path}${path.includes("?") ? "&" : "?"}limit=1000`)).data;
    const invoices = (await schedule()).map(({ issueDate, status, total, lineItems }: Json) => [
      ...[issueDate, status, total],
      ...lineItems.map((line: Json) => [line.type, line.serviceStartDate, line.serviceEndDate, line.total]),
    ]);
    const entries = (await at(`/v3/journal-entries?filter=contractId:eq:${contractId}`)).map(
      ({ date, type, lines }) => [
        ...[date, type],
        ...lines.map(({ role, account, debit, credit }: Json) => [role, account, debit, credit]),
      ],
    );
    const revenue = (await at(`/v3/revenue-schedules?filter=contractId:eq:${contractId}`)).map(
      ({ timeframe, source, status, amount: earned }) => [timeframe, source, status, earned],
    );
    const decisions = (await at(`${contractPath}/modifications`)).map(({ kind, treatment }) => [kind, treatment]);
    return { invoices, entries: sorted(entries), revenue: sorted(revenue), decisions };
  });
  const memos = (await client.ok("GET", "/v3/credit-memos?limit=1000")).data.map(({ total }: Json) => total);
  return { contracts: await Promise.all(of), memos: memos.toSorted() };
}

const sorted = (rows: readonly Json[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();

test("a file has the effects of single requests in the order of its rows, and rejects what they reject", async () => {
  let refusals = 0;
  let carriedOut = 0;
  await fc.assert(
    fc.asyncProperty(rowsOf, async (rows) => {
      const [single, bulk] = [await book(), await book()];
      const outcomes: (readonly string[])[] = [];
      for (const row of rows) {
        const answer = await alone(single, row);
        outcomes.push(answer.status < 300 ? [] : codesOf(answer));
        await single.client.drainOutbox();
      }
      const refused = outcomes.flatMap((codes, index) => (codes.length > 0 ? [{ line: index + 2, codes }] : []));
      if (refused.length > 0) {
        refusals += refused.length;
        const answer = await sendBulk(
          bulk.client,
          rows.map((row) => inFile(bulk, row)),
        );
        assert.equal(answer.body.error.errorCode, "BULK_CHANGE_REFUSED");
        const told = answer.body.error.details.rows.map(({ line, issues }: Json) => ({
          ...{ line, codes: issues.map(({ code }: Json) => code) },
        }));
        assert.deepEqual(told, refused);
      }
      const good = rows.filter((_row, index) => outcomes[index]?.length === 0);
      carriedOut += good.length;
      if (good.length > 0) {
        const answer = await sendBulk(
          bulk.client,
          good.map((row) => inFile(bulk, row)),
        );
        assert.equal(answer.status, 201, JSON.stringify(answer.body));
        await bulk.client.drainOutbox();
      }
      assert.deepEqual(await booksOf(bulk), await booksOf(single));
      for (const { client } of [single, bulk]) {
        await client.advance("2026-08-02T00:00:00Z");
        await close(client, "2026-07");
        assert.deepEqual(await runDoctor(api.platform.db, { merchantId: client.merchant.merchantId }), []);
      }
      assert.deepEqual(await booksOf(bulk), await booksOf(single), "after two closes");
    }),
    { numRuns: runs(6) },
  );
  assert.ok(refusals > 0 && carriedOut > 0, `${refusals} refused, ${carriedOut} carried out`);
});
