import assert from "node:assert/strict";
import { test } from "node:test";
import { entryProblem, type LinkEntry, masked, relinked, resolved } from "./payment-account.ts";

const entry = (ref: string, method?: string): LinkEntry => ({
  customerId: "c",
  processorType: "PROCESSOR_A",
  processorCustomerRef: ref,
  defaultPaymentMethodId: method,
});
const card = { id: "pm_1", type: "CREDIT_CARD" } as const;

test("a new link has no default method yet; a chosen one is stored at once, its type later", () => {
  assert.equal(relinked(undefined, "c", entry("cus_1")).defaultMethod, null);
  const chosen = relinked(undefined, "c", entry("cus_1", "pm_1"));
  assert.deepEqual(chosen.defaultMethod, { id: "pm_1", type: null, origin: "REQUEST" });
  assert.deepEqual(resolved(chosen, card).defaultMethod, { ...card, origin: "REQUEST" });
  assert.equal(resolved(chosen, undefined).defaultMethod, null);
});

test("the same reference keeps the default method, another one clears it", () => {
  const linked = resolved(relinked(undefined, "c", entry("cus_1")), card);
  assert.deepEqual(relinked(linked, "c", entry("cus_1")), linked);
  const repointed = relinked(linked, "c", entry("cus_2"));
  assert.deepEqual([repointed.defaultMethod, repointed.revision], [null, linked.revision + 1]);
});

test("every change has a revision of its own, also back to the first reference", () => {
  const first = relinked(undefined, "c", entry("cus_1"));
  const second = relinked(first, "c", entry("cus_2"));
  const third = relinked(second, "c", entry("cus_1"));
  assert.deepEqual([first.revision, second.revision, third.revision], [1, 2, 3]);
});

test("an answer that changes nothing leaves the link as it is", () => {
  const linked = resolved(relinked(undefined, "c", entry("cus_1")), card);
  assert.equal(resolved(linked, card), linked);
});

test("a reference that could form another URL is rejected", () => {
  for (const ref of ["cus_1", "CUST-001", "a.b:c"]) assert.equal(entryProblem(entry(ref, ref)), undefined, ref);
  for (const ref of ["", " ", "..", "../x", "a/b", "a?b", "a b", "é", "x".repeat(256)]) {
    assert.match(entryProblem(entry(ref)) ?? "", /^INVALID_REFERENCE: processorCustomerRef /, ref);
    assert.match(entryProblem(entry("cus_1", ref)) ?? "", /^INVALID_REFERENCE: defaultPaymentMethodId /, ref);
  }
});

test("only the last characters of a reference are shown", () => {
  assert.equal(masked("cus_secret1234"), "…1234");
});
