import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type ApiAnswer, type Json, startApi, type TestApi } from "../support/api.ts";
import { type Client, clientOf, obligationBody, priced, rejection, unknownId } from "../support/client.ts";
import { digestOf } from "../support/digest.ts";
import { dryThenReal } from "../support/dry-run.ts";
import { linesOf, payloadOf } from "../support/term-client.ts";

let api: TestApi;
before(async () => {
  api = await startApi();
});
after(() => api.close());

type Version = "v3" | "v3.1";
const versions: readonly Version[] = ["v3", "v3.1"];

/** 1,200.00 for 2026, 300.00 a quarter in advance, and whatever a test wants else. */
async function obligationOn({
  parts = {},
  schedule = {},
  isApproved = false,
  clock = "2026-01-15T12:00:00Z",
}: {
  parts?: object;
  schedule?: object;
  isApproved?: boolean;
  clock?: string;
} = {}) {
  const client: Client = clientOf(api, await api.newMerchant(clock));
  const contractId = await client.contract();
  const obligation = await client.add(contractId, obligationBody(parts, schedule));
  if (isApproved) await client.approve(contractId);
  const path = (version: Version) => `/${version}/contracts/${contractId}/obligation/${obligation.id}`;
  const patch = async (body: unknown, version: Version = "v3.1"): Promise<ApiAnswer> => {
    const answer = await client.send("PATCH", path(version), body);
    await client.drainOutbox();
    return answer;
  };
  const read = () => client.ok("GET", `/v3/contracts/${contractId}/obligations/${obligation.id}`);
  const plan = async (): Promise<Json[]> =>
    (await client.ok("GET", `/v3/contracts/${contractId}/invoice-schedule`)).data;
  return { client, contractId, obligation, path, patch, read, plan };
}

const revenueOf = ({ revenueSchedule }: Json): string[] =>
  revenueSchedule.recognizedRevenue.map(({ timeframe, total }: Json) => `${timeframe} ${total}`);
const flat = (amount: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `2026-${String(from + index).padStart(2, "0")} ${amount}`);

describe("each field can be changed before anything is issued, in both versions", () => {
  for (const version of versions) {
    for (const [sent, seen] of [
      [{ name: "Other" }, ({ billingSchedule }) => [billingSchedule.name, "Other"]],
      [{ description: "New" }, ({ billingSchedule }) => [billingSchedule.description, "New"]],
      [{ netPaymentTerms: 10 }, ({ billingSchedule }) => [billingSchedule.netPaymentTerms, 10]],
      [{ invoiceDateStrategy: "ARREARS" }, ({ billingSchedule }) => [billingSchedule.isArrears, true]],
      [{ price: "450" }, ({ billingSchedule }) => [billingSchedule.pricing[0].amount, "450"]],
      [{ price: "450" }, (obligation) => [revenueOf(obligation), flat("150.00", 1, 12)]],
      [{ quantity: "3" }, ({ billingSchedule }) => [billingSchedule.quantity, "3"]],
      [priced("600"), (obligation) => [revenueOf(obligation), flat("200.00", 1, 12)]],
      [{ billingFrequency: 2 }, ({ billingSchedule }) => [billingSchedule.intervalFrequency, 2]],
      [{ billingFrequencyUnit: "MONTH" }, (obligation) => [revenueOf(obligation), flat("300.00", 1, 12)]],
      [{ revenueEndDate: "2026-06-30" }, (obligation) => [revenueOf(obligation), flat("200.00", 1, 6)]],
      [{ revenueStartDate: "2026-07-01" }, (obligation) => [revenueOf(obligation), flat("200.00", 7, 12)]],
      [{ recognitionPattern: "POINT_IN_TIME" }, (obligation) => [revenueOf(obligation), ["2026-12 1200.00"]]],
      [
        { discount: { type: "PERCENTAGE", amount: "0.5" } },
        (obligation) => [revenueOf(obligation), flat("50.00", 1, 12)],
      ],
    ] as [object, (obligation: Json) => [unknown, unknown]][]) {
      test(`${version}: ${JSON.stringify(sent)}`, async () => {
        const { patch, read } = await obligationOn();
        const payload = payloadOf(await patch(sent, version));
        const after = await read();
        assert.deepEqual(version === "v3" ? payload : payload.data, after);
        assert.deepEqual(...seen(after));
      });
    }
  }

  for (const version of versions) {
    test(`${version}: changed billing dates change the service dates too, with a warning`, async () => {
      const { patch, obligation } = await obligationOn();
      const { body } = await patch({ billingStartDate: "2026-02-01", totalNumberOfInvoices: 2 }, version);
      const warning = (field: string, previousValue: string, newValue: string) => ({
        code: "FIELD_ADAPTED",
        message: `${field} followed the other changes: ${previousValue} became ${newValue}.`,
        entity: "performance-obligation",
        entityId: obligation.performanceObligationId,
        ...{ field, previousValue, newValue },
      });
      const warnings = [
        warning("serviceStartDate", "2026-01-01", "2026-02-01"),
        warning("serviceEndDate", "2026-12-31", "2026-07-31"),
      ];
      assert.deepEqual([body.success, body.error.errorCode, body.error.details.warnings], [true, "WARNINGS", warnings]);
      const after = version === "v3" ? body.payload : body.payload.data;
      assert.deepEqual(body.payload.warnings, version === "v3" ? undefined : warnings);
      assert.deepEqual([after.serviceStartDate, after.serviceEndDate], ["2026-02-01", "2026-07-31"]);
      assert.deepEqual(revenueOf(after), flat("100.00", 2, 7));
    });
  }

  test("references: product, item, ledger class and revenue category", async () => {
    const { client, patch, read } = await obligationOn();
    const { id: itemId } = await client.ok("POST", "/v3/items", { name: "Item" });
    const { id: productId } = await client.ok("POST", "/v3/products", { name: "Product" });
    const { id: categoryId } = await client.ok("POST", "/v3/categories", { name: "Category" });
    payloadOf(await patch({ itemId, productId, categoryId }));
    const { billingSchedule, categoryId: category, revenueSchedule } = await read();
    assert.deepEqual(
      [billingSchedule.itemId, billingSchedule.productId, category, revenueSchedule.categoryId],
      [itemId, productId, categoryId, categoryId],
    );
  });

  test("another event type moves the term and its performance obligation together", async () => {
    const client = clientOf(api, await api.newMerchant());
    const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
    const { id: other } = await client.ok("POST", "/v3/events/types", { name: "Texts" });
    const contractId = await client.contract();
    const usage = { eventTypeId, billingType: "UNIT", invoiceDateStrategy: "ARREARS", ...priced("1", "PER_ITEM") };
    const { id } = await client.add(contractId, obligationBody({}, usage));
    const path = `/v3/contracts/${contractId}/obligation/${id}`;
    const updated = await client.ok("PATCH", path, { eventTypeId: other });
    assert.equal(updated.billingSchedule.eventTypeId, other);
    const rejected = await client.send("PATCH", path, { recognitionPattern: "STRAIGHT_LINE" });
    assert.deepEqual(rejection(rejected), [400, "VALIDATION_FAILED", "/recognitionPattern CONFLICT"]);
  });
});

describe("a null value", () => {
  const withWords = () => obligationOn({ schedule: { description: "Words" } });

  test("v3: is ignored", async () => {
    const { patch, read } = await withWords();
    const before = await read();
    const nothing = {
      name: null,
      description: null,
      price: null,
      quantity: null,
      billingStartDate: null,
      itemId: null,
    };
    assert.deepEqual(payloadOf(await patch(nothing, "v3")), before);
  });

  test("v3.1: clears a field that may be empty, and is rejected for others", async () => {
    const { patch, read } = await withWords();
    payloadOf(await patch({ description: null }));
    assert.equal((await read()).billingSchedule.description, null);
    const [status, code, ...issues] = rejection(await patch({ name: null, price: null, revenueEndDate: null }));
    assert.deepEqual(
      [status, code, issues.toSorted()],
      [400, "VALIDATION_FAILED", ["/name REQUIRED", "/price REQUIRED", "/revenueEndDate REQUIRED"]],
    );
  });

  for (const version of versions) {
    for (const discount of [null, {}]) {
      test(`${version}: discount ${JSON.stringify(discount)} removes the discounts`, async () => {
        const { patch, read } = await obligationOn({ parts: { discounts: [{ type: "PERCENTAGE", amount: "0.5" }] } });
        payloadOf(await patch({ discount }, version));
        assert.deepEqual((await read()).discounts, []);
      });
    }
  }
});

describe("on an approved contract", () => {
  test("a new price applies from the first day that is not invoiced", async () => {
    const { patch, plan } = await obligationOn({ isApproved: true });
    const [issued] = await plan();
    const updated = payloadOf(await patch({ price: "450" })).data;
    const rows = await plan();
    assert.deepEqual(linesOf(rows), [
      "2026-01-01 | 2026-01-01 – 2026-03-31 | 300.00",
      "2026-04-01 | 2026-04-01 – 2026-06-30 | 450.00",
      "2026-07-01 | 2026-07-01 – 2026-09-30 | 450.00",
      "2026-10-01 | 2026-10-01 – 2026-12-31 | 450.00",
    ]);
    assert.deepEqual(rows[0], issued);
    assert.deepEqual(revenueOf(updated), [...flat("100.00", 1, 3), ...flat("150.00", 4, 12)]);
  });

  test("other service days leave closed months as posted, and the first open one catches up", async () => {
    const { client, patch } = await obligationOn({ isApproved: true, clock: "2026-03-10T00:00:00Z" });
    await client.ok("POST", "/v3/month-end-close/close-period?month=2026-02");
    const updated = payloadOf(await patch({ revenueEndDate: "2026-06-30", reasonCode: "CORRECTION" })).data;
    // 200.00 a month, of which January and February have 100.00 each.
    assert.deepEqual(revenueOf(updated), [...flat("100.00", 1, 2), "2026-03 400.00", ...flat("200.00", 4, 6)]);
  });

  test("regenerateInvoices false leaves drafts as they are until the next change", async () => {
    const { client, patch } = await obligationOn({ isApproved: true });
    const drafts = async () =>
      (await client.ok("GET", "/v3/invoices?filter=status:eq:DRAFT")).data.map(({ total }: Json) => total);
    assert.deepEqual(await drafts(), ["300.00"]);
    payloadOf(await patch({ price: "450", regenerateInvoices: false }));
    assert.deepEqual(await drafts(), ["300.00"]);
    payloadOf(await patch({ name: "Other" }));
    assert.deepEqual(await drafts(), ["450.00"]);
  });

  for (const version of versions) {
    test(`LCK-1, ${version}: invoiced values are locked, named by the fields of the request`, async () => {
      const { patch } = await obligationOn({ isApproved: true, clock: "2026-04-15T00:00:00Z" });
      const digest = await digestOf(api.connectionString);
      const sent = {
        billingStartDate: "2026-02-01",
        billingFrequency: 2,
        billingFrequencyUnit: "MONTH",
      };
      const [status, code, ...issues] = rejection(await patch(sent, version));
      assert.deepEqual([status, code], [400, "BILLING_TERM_LOCKED"]);
      assert.deepEqual(
        issues.toSorted(),
        Object.keys(sent)
          .toSorted()
          .map((field) => `/${field} BILLING_TERM_LOCKED`),
      );
      const fewer = rejection(await patch({ totalNumberOfInvoices: 1 }, version));
      assert.deepEqual(fewer, [400, "BILLING_TERM_LOCKED", "/totalNumberOfInvoices BILLING_TERM_LOCKED"]);
      assert.equal(await digestOf(api.connectionString), digest);
    });
  }
});

describe("what is rejected, in both versions", () => {
  for (const version of versions) {
    for (const [name, sent, ...expected] of [
      [
        "everything of the wrong kind",
        { price: "-1", revenueEndDate: "soon", billingFrequency: 0, colour: 1, recognitionPattern: "GUESS" },
        "/billingFrequency RANGE",
        "/colour UNKNOWN_FIELD",
        "/price AMOUNT_INVALID",
        "/recognitionPattern ENUM",
        "/revenueEndDate INVALID_DATE",
      ],
      ["service that ends before it begins", { revenueEndDate: "2025-12-31" }, "/revenueEndDate RANGE"],
      ["a price and prices", { price: "1", ...priced("1") }, "/price CONFLICT"],
      ["an event type of what is no usage", {}, "/eventTypeId CONFLICT"],
      ["a pattern of usage", { recognitionPattern: "RECOGNIZE_AS_CONSUMED" }, "/recognitionPattern CONFLICT"],
      ["a percentage of 10", { discount: { type: "PERCENTAGE", amount: "10" } }, "/discount/amount RANGE"],
    ] as [string, object, ...string[]][]) {
      test(`${version}: ${name}`, async () => {
        const { client, patch, read } = await obligationOn();
        const before = await read();
        const { id: eventTypeId } = await client.ok("POST", "/v3/events/types", { name: "Calls" });
        const body = name.startsWith("an event type") ? { eventTypeId } : sent;
        const [status, code, ...issues] = rejection(await patch(body, version));
        assert.deepEqual([status, code, issues.toSorted()], [400, "VALIDATION_FAILED", expected]);
        assert.deepEqual(await read(), before);
      });
    }

    test(`${version}: unknown records are 404`, async () => {
      const { client, patch, contractId } = await obligationOn();
      for (const [field, code] of [
        ["productId", "PRODUCT_NOT_FOUND"],
        ["itemId", "ITEM_NOT_FOUND"],
        ["classId", "CLASS_NOT_FOUND"],
        ["categoryId", "CATEGORY_NOT_FOUND"],
        ["eventTypeId", "EVENT_TYPE_NOT_FOUND"],
      ] as const) {
        assert.deepEqual(rejection(await patch({ [field]: unknownId }, version)), [404, code]);
      }
      const missing = await client.send("PATCH", `/${version}/contracts/${contractId}/obligation/${unknownId}`, {});
      assert.deepEqual(rejection(missing), [404, "OBLIGATION_NOT_FOUND"]);
    });
  }

  test("a single price for a term in tiers; an end of service without an end of billing", async () => {
    const tiers = {
      ...{ billingType: "UNIT", pricingType: "TIERED", quantity: "5" },
      pricing: [
        { amount: "10", amountType: "PER_ITEM" },
        { amount: "8", amountType: "PER_ITEM", tierMinimum: "3" },
      ],
    };
    const tiered = await obligationOn({ schedule: tiers });
    assert.deepEqual(rejection(await tiered.patch({ price: "1" })), [400, "VALIDATION_FAILED", "/price CONFLICT"]);
    const open = await obligationOn({ parts: { serviceEndDate: null }, schedule: { endDate: null } });
    const answer = await open.patch({ revenueEndDate: "2026-06-30" });
    assert.deepEqual(rejection(answer), [400, "VALIDATION_FAILED", "/revenueEndDate CONFLICT"]);
  });

  test("a terminated obligation", async () => {
    const { client, contractId, obligation, patch, read } = await obligationOn({ isApproved: true });
    const path = `/v3/contracts/${contractId}/billing-terms/${obligation.billingTermId}/terminate`;
    await client.ok("PATCH", path, { endDate: "2026-06-30" });
    assert.equal((await read()).status, "TERMINATED");
    assert.deepEqual(rejection(await patch({ name: "Other" })), [400, "BILLING_TERM_TERMINATED"]);
  });
});

describe("a dry run shows exactly what the change then does", () => {
  for (const [name, body] of [
    ["a price", { price: "450" }],
    ["days of service", { revenueEndDate: "2026-06-30" }],
    ["fewer invoices", { totalNumberOfInvoices: 2 }],
    ["words", { name: "Other" }],
    ["drafts kept", { price: "450", regenerateInvoices: false }],
  ] as const) {
    test(name, async () => {
      const { client, contractId, path } = await obligationOn({ isApproved: true });
      await dryThenReal(api, client, { method: "PATCH", path: path("v3.1"), body, contractId });
    });
  }
});

test("manual months stay when another field of the obligation changes", async () => {
  for (const version of versions) {
    const { client, path, patch, read } = await obligationOn();
    await client.ok("POST", `${path("v3")}/custom-revenue`, [{ timeframe: "2026-03", total: "80.00" }]);
    payloadOf(await patch({ name: "Other" }, version));
    const { revenueSchedule } = await read();
    const march = revenueSchedule.recognizedRevenue.find(({ timeframe }: Json) => timeframe === "2026-03");
    assert.equal(march.total, "80.00");
  }
});
