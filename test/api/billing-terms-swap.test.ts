import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, close, priced, rejection } from "../support/client.ts";
import { sumOf } from "../support/contract-view.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { withPobs } from "../support/pobs.ts";
import { closeWithSoundBooks } from "../support/sound-books.ts";
import { payloadOf, revenueOf, type TermClient, termBody, termOn } from "../support/term-client.ts";

// One term in the place of another, in one act (ADR 0033).

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => closeWithSoundBooks(api));

type Swapping = TermClient & {
  readonly client: Client;
  readonly swap: (newTerm: object, day?: string) => Promise<Json>;
};

/** 100.00 a month for 2026 in advance, unless a test says otherwise. */
async function termAt(clock: string, parts: object = {}): Promise<Swapping> {
  const client = clientOf(api, await api.newMerchant(clock));
  const term = await termOn(client, termBody({ interval: "MONTH", ...priced("100.00"), ...parts }));
  const swap = async (newTerm: object, effectiveDate = "2026-06-16") => {
    const answer = await client.send("POST", `${term.path}/swap`, { effectiveDate, newTerm });
    await client.drainOutbox();
    return payloadOf(answer);
  };
  return { ...term, client, swap };
}

const plan = (amount: string, parts: object = {}) => {
  const { startDate: _startDate, ...body } = termBody({
    name: "Large",
    interval: "MONTH",
    ...priced(amount),
    ...parts,
  });
  return body;
};

/** Invoices of a day: "number of lines | total | status". */
async function billsOf({ client }: Swapping, day: string): Promise<string[]> {
  const { data } = await client.ok("GET", `/v3/invoices?filter=issueDate:eq:${day}`);
  return data.map(({ lineItems, total, status }: Json) => `${lineItems.length} | ${total} | ${status}`);
}

const memosOf = async ({ client }: Swapping): Promise<Json[]> => (await client.ok("GET", "/v3/credit-memos")).data;

async function netOf(term: Swapping): Promise<string> {
  const billed = (await term.schedule()).flatMap(({ status, total }) => (status === "VOID" ? [] : [total]));
  const net = sumOf([...billed, ...(await memosOf(term)).map(({ total }) => `-${total}`)]);
  const earned = (await revenueOf(term.client, term.contractId)).map((month) => month.split(" ")[1] ?? "");
  assert.equal(sumOf(earned), net, "what is billed less what is credited is earned");
  return net;
}

test("an upgrade makes one invoice of the amount left to pay, one log entry and one group; the dry run shows it", async () => {
  const term = await termAt("2026-06-16T12:00:00Z");
  const { contractId, path } = term;
  const body = { effectiveDate: "2026-06-16", newTerm: plan("160.00"), reason: "Upgrade" };
  const shown = await dryThenReal(api, term.client, { contractId, method: "POST", path: `${path}/swap`, body });
  assert.deepEqual(shown.plan.invoices.added.map(({ issueDate, total }: Json) => `${issueDate} ${total}`).slice(0, 1), [
    "2026-06-16 110.00",
  ]);
  assert.deepEqual(await billsOf(term, "2026-06-16"), ["2 | 110.00 | ISSUED"]);
  const { ended, added } = shown.result ?? {};
  assert.deepEqual([ended.status, ended.endDate, added.startDate], ["TERMINATED", "2026-06-15", "2026-06-16"]);
  const { data } = await term.client.ok("GET", `/v3/contracts/${contractId}/billing-terms`);
  assert.equal(new Set(data.map((each: Json) => each.billingTermGroupId)).size, 1);
  const log = (await term.client.ok("GET", `/v3/contracts/${contractId}/modifications`)).data;
  assert.deepEqual(
    log.map(({ kind, treatment }: Json) => `${kind} ${treatment}`),
    ["TERM_SWAPPED PROSPECTIVE"],
  );
  assert.deepEqual(await memosOf(term), []);
  await netOf(term);
});

test("a downgrade makes a first invoice of 0.00 and credits the rest by a credit memo", async () => {
  const term = await termAt("2026-06-16T12:00:00Z", {
    interval: "YEAR",
    ...priced("1200.00"),
    prorationPolicy: "MONTH",
  });
  await term.swap(plan("40.00"));
  assert.deepEqual(await billsOf(term, "2026-06-16"), ["2 | 0.00 | PAID"]);
  // 6.5 of 12 months of 1,200.00 are unused.
  assert.deepEqual(
    (await memosOf(term)).map(({ total }) => total),
    ["610.00"],
  );
  await netOf(term);
});

test("where nothing is billed ahead nothing is netted, and a new term in arrears carries its credit to its first invoice", async () => {
  const arrears = await termAt("2026-06-16T12:00:00Z", { invoiceDateStrategy: "ARREARS" });
  await arrears.swap(plan("160.00", { invoiceDateStrategy: "ARREARS" }));
  await netOf(arrears);
  const waiting = await termAt("2026-06-16T12:00:00Z");
  await waiting.swap(plan("160.00", { invoiceDateStrategy: "ARREARS" }));
  assert.deepEqual(await memosOf(waiting), []);
  const [july] = (await waiting.schedule()).filter(({ issueDate }) => issueDate === "2026-07-16");
  assert.equal(july?.total, "110.00");
  await netOf(waiting);
});

test("when the new term ends before its invoices used up the credit, the rest is a credit memo", async () => {
  const term = await termAt("2026-06-16T12:00:00Z");
  const { added } = await term.swap(plan("160.00", { invoiceDateStrategy: "ARREARS" }));
  const path = `${term.contractPath}/billing-terms/${added.id}`;
  await term.client.ok("PATCH", `${path}/terminate`, { endDate: "2026-06-18", creditUnused: true });
  await term.client.drainOutbox();
  // 50.00 were billed ahead; three days of 160.00 are 16.00 and net that much.
  assert.deepEqual(
    (await memosOf(term)).map(({ total }) => total),
    ["34.00"],
  );
  const [last] = (await term.schedule()).filter(({ issueDate }) => issueDate > "2026-06-16");
  assert.equal(last?.total, "0.00");
  await netOf(term);
  const [june] = (await term.client.ok("GET", "/v3/invoices?filter=issueDate:eq:2026-06-01")).data;
  const memo = (amount: string) => ({
    ...{ customerId: june.customerId, issueDate: "2026-06-16", reason: "Outage" },
    items: [{ invoiceLineItemId: june.lineItems[0].id, amount }],
  });
  assert.equal((await term.client.send("POST", "/v3/credit-memos", memo("50.01"))).status, 400);
  assert.equal((await term.client.send("POST", "/v3/credit-memos", memo("50.00"))).status, 201);
});

test("in an allocated contract the request has to state the standalone selling price of the new term", async () => {
  const client = clientOf(api, await api.newMerchant("2026-06-16T12:00:00Z"));
  const contractId = await client.contract({ allocationMethod: "RELATIVE_SSP" });
  const path = `/v3/contracts/${contractId}/billing-terms`;
  const term = (parts: object) => termBody({ interval: "MONTH", ...priced("100.00"), ...parts });
  const old = await client.ok("POST", path, term({ standaloneSellingPrice: "1200.00" }));
  await client.ok("POST", path, term({ name: "Training", standaloneSellingPrice: "600.00" }));
  await client.approve(contractId);
  const swap = async (selling: object) => {
    const newTerm = plan("160.00", selling);
    const answer = await client.send("POST", `${path}/${old.id}/swap`, { effectiveDate: "2026-06-16", newTerm });
    await client.drainOutbox();
    return answer;
  };
  const field = "/newTerm/standaloneSellingPrice";
  assert.deepEqual(rejection(await swap({})), [400, "VALIDATION_FAILED", `${field} SSP_MISSING`]);
  assert.deepEqual(rejection(await swap({ standaloneSellingPrice: "1.005" })), [
    ...[400, "AMOUNT_INVALID"],
    `${field} AMOUNT_INVALID`,
  ]);
  payloadOf(await swap({ standaloneSellingPrice: "1040.00" }));
});

test("a term without an implied performance obligation takes no standalone selling price", async () => {
  const client = clientOf(api, await withPobs(api, "2026-06-16T12:00:00Z"));
  const contractId = await client.contract();
  const body = termBody({ interval: "MONTH", ...priced("100.00"), standaloneSellingPrice: "1200.00" });
  const answer = await client.send("POST", `/v3/contracts/${contractId}/billing-terms`, body);
  assert.deepEqual(rejection(answer), [400, "VALIDATION_FAILED", "/standaloneSellingPrice CONFLICT"]);
});

test("with a closed month after the swap, revenue already recognized catches up", async () => {
  const term = await termAt("2026-07-20T12:00:00Z");
  await close(term.client, "2026-06");
  await term.swap(plan("160.00"));
  await netOf(term);
});

test("the credit that an invoice nets is not credited a second time, and the old term keeps it", async () => {
  const term = await termAt("2026-06-16T12:00:00Z");
  const { added } = await term.swap(plan("160.00"));
  const [june] = (await term.client.ok("GET", "/v3/invoices?filter=issueDate:eq:2026-06-01")).data;
  const refusedVoid = await term.client.send("POST", `/v3/invoices/${june.id}/actions`, { action: "VOID" });
  assert.deepEqual(rejection(refusedVoid).slice(0, 2), [400, "INVOICE_HAS_APPLICATIONS"]);
  const memo = {
    ...{ customerId: june.customerId, issueDate: "2026-06-16", reason: "Outage" },
    items: [{ invoiceLineItemId: june.lineItems[0].id, amount: "50.01" }],
  };
  assert.equal((await term.client.send("POST", "/v3/credit-memos", memo)).status, 400);
  const deletion = await term.client.send("DELETE", `${term.contractPath}/billing-terms/${added.id}`);
  assert.equal(deletion.status, 409);
  const again = await term.client.send("POST", `${term.path}/swap`, {
    effectiveDate: "2026-06-16",
    newTerm: plan("1"),
  });
  assert.deepEqual(rejection(again).slice(0, 2), [400, "BILLING_TERM_TERMINATED"]);
});

test("a new term may begin on another day, and a swap may be before the term begins", async () => {
  const term = await termAt("2026-06-16T12:00:00Z");
  const send = (body: object) => term.client.send("POST", `${term.path}/swap`, body);
  const other = await send({ effectiveDate: "2026-06-16", newTerm: { ...plan("160.00"), startDate: "2026-06-17" } });
  assert.deepEqual(rejection(other).slice(0, 2), [400, "VALIDATION_FAILED"]);
  const early = await send({ effectiveDate: "2026-01-01", newTerm: plan("160.00") });
  assert.deepEqual(rejection(early).slice(0, 2), [400, "TERMINATION_DATE_INVALID"]);
});

test("a swap for the same days and price leaves value and end of the contract as they were", async () => {
  const year = { interval: "YEAR", ...priced("100.00") };
  const term = await termAt("2026-03-10T12:00:00Z", year);
  const seen = async () => {
    const { endDate, totalContractValue } = await term.client.ok("GET", term.contractPath);
    return [endDate, totalContractValue];
  };
  const before = await seen();
  await term.swap(plan("100.00", year), "2026-04-01");
  assert.deepEqual(await seen(), before);
  assert.deepEqual(before, ["2026-12-31", "100.00"]);
});
