import type { EmulatedAnswer } from "./answer.ts";

/** A payment method, with the type names of processor A. */
export type ProcessorAMethod = { readonly id: string; readonly type: string };

/** An account at the processor: its methods, and the id of the one that is charged by default. */
export type ProcessorAAccount = { readonly methods?: readonly ProcessorAMethod[]; readonly defaultMethod?: string };

/** Types of methods by the word that stands for them in a reference. */
const types: ReadonlyMap<string, string> = new Map([
  ["card", "card"],
  ["ach", "us_bank_account"],
  ["transfer", "customer_balance"],
  ["check", "paper_check"],
  ["link", "link"],
]);

/** References whose requests fail, as if the processor were down. */
const unavailable = /^cus_down(_|$)/;
const reference = /^cus_([a-z]+)_([\w-]+)$/;

/**
 * Derives an account from its reference: `cus_card_globex` has the methods `pm_card_globex`, `pm_ach_globex` and so on, and the card
 * is its default; `cus_none_globex` has the same kinds of methods and no default. Undefined for every other reference.
 */
export function accountByReference(text: string): ProcessorAAccount | undefined {
  const [, kind = "", name = ""] = reference.exec(text) ?? [];
  if (kind !== "none" && !types.has(kind)) return undefined;
  const methods = [...types].map(([word, type]) => ({ id: `pm_${word}_${name}`, type }));
  return kind === "none" ? { methods } : { methods, defaultMethod: `pm_${kind}_${name}` };
}

/** The response to a GET of the path: an account, one of its methods, 404, or 500 for `cus_down`. */
export function processorAnswer(path: string): EmulatedAnswer {
  const [customer] = partsOf(path);
  return unavailable.test(customer)
    ? processorRejection(500, "The processor is down for this customer.")
    : accountAnswer(path, accountByReference);
}

/** The response to a GET of the path, where `accountOf` looks up the accounts: an account, one of its methods, or 404. */
export function accountAnswer(
  path: string,
  accountOf: (reference: string) => ProcessorAAccount | undefined,
): EmulatedAnswer {
  const [customer, methodId] = partsOf(path);
  const account = accountOf(customer);
  if (account === undefined) return processorRejection(404, `No such customer: '${customer}'`, "resource_missing");
  if (methodId === undefined) return { status: 200, body: shownAccount(customer, account) };
  const method = account.methods?.find(({ id }) => id === methodId);
  return method === undefined
    ? processorRejection(404, `No such PaymentMethod: '${methodId}'`, "resource_missing")
    : { status: 200, body: shownMethod(customer, method) };
}

/** An error response in the format of the processor. */
export function processorRejection(status: number, message: string, code?: string): EmulatedAnswer {
  return { status, body: { error: { type: status < 500 ? "invalid_request_error" : "api_error", code, message } } };
}

function partsOf(path: string): readonly [customer: string, method: string | undefined] {
  const [, customer = "", method] = /^\/v1\/customers\/([^/]+)(?:\/payment_methods\/([^/]+))?$/.exec(path) ?? [];
  return [customer, method];
}

function shownAccount(id: string, { methods = [], defaultMethod }: ProcessorAAccount): object {
  const method = methods.find((each) => each.id === defaultMethod);
  return {
    id,
    object: "customer",
    default_source: null,
    invoice_settings: { default_payment_method: method === undefined ? null : shownMethod(id, method) },
  };
}

function shownMethod(customer: string, { id, type }: ProcessorAMethod): object {
  return { id, object: "payment_method", type, customer, [type]: {} };
}
