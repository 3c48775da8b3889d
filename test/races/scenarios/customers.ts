import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { resolvePaymentMethod } from "../../../src/customers/payment-method-service.ts";
import type { PaymentProcessor } from "../../../src/customers/payment-processor.ts";
import { assertOneAfterTheOther, type Scenario } from "../race.ts";

const processorType = "PROCESSOR_A";
/** The end of a reference is what the audit log shows of it. */
const references = Array.from({ length: 16 }, (_, index) => `cus_${String(index).padStart(4, "0")}`);
const methodOf = (reference: string) => `pm_${reference.slice(-4)}`;

/** Takes a moment to answer, in which the link may change. */
const processor: PaymentProcessor = {
  type: processorType,
  defaultMethodOf: async (reference) => {
    await sleep(Math.random() * 5);
    return { id: methodOf(reference), type: "CREDIT_CARD" };
  },
  methodOf: async () => undefined,
};

export const linksOfOneCustomer: Scenario = {
  id: "RAC-12",
  title: "of concurrent links the last one stays, with the default method of its account",
  guard: { name: "the row lock of the customer", without: /(?<=from "customer" .*)for update/ },
  round: async (race) => {
    const { id: customerId } = await race.ok("POST", "/v3/customers", { name: "Linked" });
    const job = { merchantId: race.merchant.merchantId, customerId, processorType } as const;
    const resolve = () => resolvePaymentMethod(race.api.platform, processor, job);
    const link = async (first: string, second: string) => {
      const items = [first, second].map((processorCustomerRef) => ({
        customerId,
        processorType,
        processorCustomerRef,
      }));
      const { status, body } = await race.send("POST", "/v3/payment-accounts/bulk-link", { items });
      assert.equal(status, 202, JSON.stringify(body));
      const results: { status: string; processorCustomerRef: string }[] = body.payload.items;
      assert.deepEqual(
        results.map((result) => [result.status, result.processorCustomerRef]),
        [
          ["LINKED", first],
          ["LINKED", second],
        ],
      );
    };
    const pairs = Array.from({ length: 8 }, (_, index) => references.slice(2 * index, 2 * index + 2));
    await race.atOnce([
      ...pairs.map(
        ([first = "", second = ""]) =>
          () =>
            link(first, second),
      ),
      ...Array.from({ length: 6 }, () => resolve),
    ]);
    const history = (await race.history(customerId)).filter(({ action }) => action.startsWith("payment-account."));
    assert.equal(history.filter(({ action }) => action === "payment-account.link").length, 16);
    const { processorCustomerRef: shown } = assertOneAfterTheOther({}, history);
    const stored = async () => {
      const [row] = await race.rows("select * from payment_account_link where customer_id = $1", [customerId]);
      return { reference: row.processor_customer_ref, method: row.default_payment_method };
    };
    const { reference, method } = await stored();
    assert.equal(shown, `…${reference.slice(-4)}`, "the reference is the one that was applied last");
    assert.ok(method === null || method === methodOf(reference), `${method} of ${reference}`);
    await resolve();
    assert.equal((await stored()).method, methodOf(reference));
  },
};
