import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Json, startApi, type TestApi } from "../support/api.ts";
import { obligationBody as bodyOf, type Client, clientOf, priced, rejection, unknownId } from "../support/client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

const newClient = async (clock?: string): Promise<Client> => clientOf(api, await api.newMerchant(clock));

async function invoicesOf(client: Client, query = ""): Promise<Json[]> {
  const { data, totalItems } = await client.ok("GET", `/v3/invoices?limit=1000${query}`);
  assert.equal(data.length, totalItems);
  return data;
}

async function approved(client: Client, ...bodies: readonly unknown[]): Promise<string> {
  const id = await client.contract();
  for (const body of bodies) await client.add(id, body);
  await client.approve(id);
  return id;
}

const close = (client: Client, month: string) => client.send("POST", `/v3/month-end-close/close-period?month=${month}`);

describe("the list of invoices", () => {
  let client: Client;
  let all: Json[];
  before(async () => {
    client = await newClient("2026-05-10T00:00:00Z");
    await approved(client, bodyOf(), bodyOf({}, { name: "Support", invoiceDateStrategy: "ARREARS" }));
    await approved(client, bodyOf({}, { interval: "MONTH", netPaymentTerms: 14, invoiceGroup: "b", ...priced("7") }));
    await approved(client, bodyOf({}, { ...priced("0") }));
    all = await invoicesOf(client);
  });

  test("is newest first and has drafts, issued and paid invoices", () => {
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set(["DRAFT", "ISSUED", "PAID"]));
    const keys = all.map(({ createdAt, id }) => `${createdAt} ${id}`);
    assert.deepEqual(keys, keys.toSorted().toReversed());
  });

  const compare = {
    eq: (a: string, b: string) => a === b,
    neq: (a: string, b: string) => a !== b,
    gt: (a: string, b: string) => a > b,
    gte: (a: string, b: string) => a >= b,
    lt: (a: string, b: string) => a < b,
    lte: (a: string, b: string) => a <= b,
    like: (a: string, b: string) => a.toLowerCase().includes(b.toLowerCase()),
    nlike: (a: string, b: string) => !a.toLowerCase().includes(b.toLowerCase()),
    in: (a: string, b: string) => b.split("|").includes(a),
    nin: (a: string, b: string) => !b.split("|").includes(a),
    isnull: () => false,
    isnotnull: () => true,
  } as const;
  type Rule = keyof typeof compare;
  const whenNull: readonly Rule[] = ["neq", "nlike", "nin", "isnull"];
  const order = ["eq", "neq", "gt", "gte", "lt", "lte"] as const;
  const ids = ["eq", "neq", "in", "nin", "isnull", "isnotnull"] as const;

  for (const [field, rules] of [
    ["customerId", ids],
    ["contractId", ids],
    ["billingTermId", ["eq", "in"]],
    ["status", ["eq", "neq", "in", "nin"]],
    ["issueDate", order],
    ["dueDate", order],
    ["invoiceNumber", ["eq", "neq", "like", "nlike", "in", "nin", "isnull", "isnotnull"]],
    ["lastUpdatedAt", order],
  ] as const) {
    test(`filtered by ${field} agrees with the whole list, rule by rule`, async () => {
      const valuesOf = (invoice: Json): (string | null)[] =>
        field === "billingTermId" ? invoice.lineItems.map((line: Json) => line.billingTermId) : [invoice[field]];
      const present = [...new Set(all.flatMap(valuesOf))].filter((value) => value !== null).toSorted();
      const [first = "", last = "", middle = ""] = [
        present[0],
        present.at(-1),
        present[Math.floor(present.length / 2)],
      ];
      for (const rule of rules) {
        const isList = rule === "in" || rule === "nin";
        const values = rule.startsWith("is") ? [""] : isList ? [`${first}|${last}`, middle] : [first, middle, last];
        for (const value of rule.endsWith("like") ? ["inv-00000", "2", "_"] : values) {
          const passes = (each: string | null) =>
            each === null ? whenNull.includes(rule) : compare[rule](each, value);
          const expected = all.filter((invoice) => valuesOf(invoice).some(passes)).map(({ id }) => id);
          const written = rule.startsWith("is") ? `${field}:${rule}` : `${field}:${rule}:${value}`;
          const found = await invoicesOf(client, `&filter=${encodeURIComponent(written)}`);
          assert.deepEqual(
            found.map(({ id }) => id),
            expected,
            written,
          );
        }
      }
    });
  }

  test("filters totals in major units, whatever the decimals of the currency", async () => {
    const yen = await client.ok("POST", "/v3/contracts", {
      name: "Yen",
      currency: "JPY",
      customerId: all[0].customerId,
    });
    await client.add(yen.id, bodyOf({}, { ...priced("700") }));
    await client.approve(yen.id);
    const totals = async (filter: string) =>
      new Set((await invoicesOf(client, `&filter=${filter}`)).map(({ currency, total }) => `${currency} ${total}`));
    assert.deepEqual(await totals("total:eq:7"), new Set(["USD 7.00"]));
    assert.deepEqual(await totals("total:eq:700.00"), new Set(["JPY 700"]));
    assert.deepEqual(await totals("total:gt:0,total:lte:7"), new Set(["USD 7.00"]));
    all = await invoicesOf(client);
  });

  test("joins filters with AND, and its pages lose no row", async () => {
    const found = await invoicesOf(client, "&filter=status:eq:ISSUED,issueDate:gte:2026-03-01,issueDate:lt:2026-05-01");
    const expected = all.filter(
      ({ status, issueDate }) => status === "ISSUED" && issueDate >= "2026-03-01" && issueDate < "2026-05-01",
    );
    assert.ok(expected.length > 0);
    assert.deepEqual(found, expected);
    const pages: Json[] = [];
    for (let page = 1; pages.length < all.length; page++) {
      const { data } = await client.ok("GET", `/v3/invoices?limit=3&page=${page}`);
      assert.ok(data.length > 0);
      pages.push(...data);
    }
    assert.deepEqual(pages, all);
  });

  test("shows the merchant's own invoices alone, and rejects unknown filters", async () => {
    const other = await newClient();
    assert.deepEqual(await invoicesOf(other), []);
    for (const id of [all[0].id, unknownId, "x"]) {
      assert.deepEqual(rejection(await other.send("GET", `/v3/invoices/${id}`)), [404, "INVOICE_NOT_FOUND"]);
    }
    for (const filter of ["total:like:1", "status:like:I", "status:eq:LOST", "issueDate:eq:soon"]) {
      assert.equal((await client.send("GET", `/v3/invoices?filter=${filter}`)).status, 400, filter);
    }
    for (const invoice of all) assert.deepEqual(await client.ok("GET", `/v3/invoices/${invoice.id}`), invoice);
  });
});

describe("issuing", () => {
  test("a draft keeps its id, gets its number on its day, and its dates from the plan", async () => {
    const client = await newClient();
    await approved(client, bodyOf());
    const [issued, draft] = (await invoicesOf(client)).toSorted((a, b) => (a.issueDate < b.issueDate ? -1 : 1));
    assert.deepEqual([draft.status, draft.invoiceNumber, draft.issueDate], ["DRAFT", null, "2026-04-01"]);
    assert.deepEqual([issued.status, issued.invoiceNumber], ["ISSUED", "INV-000001"]);
    await client.advance("2026-03-31T23:59:59Z");
    assert.equal((await client.ok("GET", `/v3/invoices/${draft.id}`)).status, "DRAFT");
    await client.advance("2026-04-01T00:00:00Z");
    const now = await client.ok("GET", `/v3/invoices/${draft.id}`);
    const { status, invoiceNumber, issueDate, dueDate, originalDueDate, balanceRemaining, total } = now;
    assert.deepEqual([status, invoiceNumber, issueDate, dueDate], ["ISSUED", "INV-000002", "2026-04-01", "2026-05-01"]);
    assert.deepEqual([originalDueDate, balanceRemaining, total], [dueDate, "300.00", "300.00"]);
    const drafts = (await invoicesOf(client)).filter((each) => each.status === "DRAFT");
    assert.deepEqual(
      drafts.map((each) => each.issueDate),
      ["2026-07-01"],
    );
  });

  test("a late invoice keeps its planned date while that month is open, and is dated today once it is closed", async () => {
    const client = await newClient("2026-03-10T00:00:00Z");
    await approved(client, bodyOf());
    assert.equal((await close(client, "2026-01")).status, 200);
    const monthly = { interval: "MONTH", ...priced("10") };
    await approved(client, bodyOf({}, monthly));
    const made = (await invoicesOf(client, "&filter=status:eq:ISSUED")).filter(({ total }) => total === "10.00");
    assert.deepEqual(
      made.map((each) => [each.originalIssueDate, each.issueDate, each.originalDueDate, each.dueDate]).toSorted(),
      [
        ["2026-01-01", "2026-03-10", "2026-01-31", "2026-04-09"],
        ["2026-02-01", "2026-02-01", "2026-03-03", "2026-04-09"],
        ["2026-03-01", "2026-03-01", "2026-03-31", "2026-04-09"],
      ],
    );
  });

  test("an invoice of 0.00 is paid at issue and posts nothing", async () => {
    const client = await newClient();
    const id = await approved(client, bodyOf({}, priced("0")));
    const [invoice] = await invoicesOf(client, "&filter=status:neq:DRAFT");
    assert.deepEqual([invoice.status, invoice.total, invoice.balanceRemaining], ["PAID", "0.00", "0.00"]);
    assert.equal((await client.ok("GET", `/v3/journal-entries?filter=contractId:eq:${id}`)).totalItems, 0);
  });
});
