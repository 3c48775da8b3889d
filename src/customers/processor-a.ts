import type Stripe from "stripe";
import type { PaymentMethodType, PaymentProcessor, ProcessorMethod } from "./payment-processor.ts";

export type ProcessorAOptions = {
  /** Scheme, host and port only. */
  readonly url: string;
  readonly key: string;
  /** For one attempt; there are up to three, with growing pauses. */
  readonly timeoutMilliseconds?: number;
};

const retries = 2;

/** Payment processor A, through its official SDK. */
export function processorA({ url, key, timeoutMilliseconds = 10_000 }: ProcessorAOptions): PaymentProcessor {
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === "http:";
  let opened: Promise<Stripe> | undefined;
  const open = async (): Promise<Stripe> => {
    const { default: Sdk } = await import("stripe");
    return new Sdk(key, {
      host: hostname,
      port: port === "" ? (isPlain ? 80 : 443) : Number(port),
      protocol: isPlain ? "http" : "https",
      timeout: timeoutMilliseconds,
      maxNetworkRetries: retries,
      telemetry: false,
    });
  };
  // Loaded on the first call, because most books have no processor.
  const client = (): Promise<Stripe> => {
    opened ??= open();
    return opened;
  };
  return {
    type: "PROCESSOR_A",
    defaultMethodOf: (customerRef) =>
      answered(async () => {
        const expand = ["invoice_settings.default_payment_method", "default_source"];
        const { customers } = await client();
        const customer = await customers.retrieve(customerRef, { expand });
        if (customer.id !== customerRef) throw new WrongAnswer();
        return customer.deleted === true ? undefined : defaultMethodIn(customer);
      }),
    methodOf: (customerRef, methodId) =>
      answered(async () => {
        const { customers } = await client();
        const method = await customers.retrievePaymentMethod(customerRef, methodId);
        if (method.id !== methodId) throw new WrongAnswer();
        return idOf(method.customer) === customerRef ? methodFrom(method) : undefined;
      }),
  };
}

/** The default method for invoices; older accounts have a source instead of a payment method. */
function defaultMethodIn(customer: Stripe.Customer): ProcessorMethod | undefined {
  const method = customer.invoice_settings?.default_payment_method ?? null;
  if (method !== null) return typeof method === "string" ? { id: checkedId(method), type: null } : methodFrom(method);
  const source = customer.default_source ?? null;
  if (source === null) return undefined;
  if (typeof source === "string") return { id: checkedId(source), type: null };
  const kind = source.object === "source" ? source.type : source.object;
  return { id: checkedId(source.id), type: typeOf(kind) };
}

function methodFrom(method: Stripe.PaymentMethod): ProcessorMethod {
  return { id: checkedId(method.id), type: typeOf(method.type) };
}

const types: ReadonlyMap<string, PaymentMethodType> = new Map([
  ["card", "CREDIT_CARD"],
  ["us_bank_account", "ACH_DEBIT"],
  ["bank_account", "ACH_DEBIT"],
  ["ach_debit", "ACH_DEBIT"],
  ["customer_balance", "ACH_CREDIT"],
  ["ach_credit_transfer", "ACH_CREDIT"],
  ["paper_check", "CHECK"],
  ["link", "LINK"],
]);

function typeOf(kind: string): PaymentMethodType | null {
  return types.get(kind) ?? null;
}

function idOf(reference: string | { readonly id: string } | null): string | undefined {
  return typeof reference === "string" ? reference : reference?.id;
}

function checkedId(id: unknown): string {
  if (typeof id !== "string" || id.length === 0 || id.length > 255) throw new WrongAnswer();
  return id;
}

/** The processor's answer does not fit the query. */
class WrongAnswer extends Error {
  override readonly name = "WrongAnswer";
  constructor() {
    super("The payment processor's answer does not match the request.");
  }
}

/** Runs a call. Returns undefined if the record does not exist there; any other failure is thrown without the SDK's message. */
async function answered(call: () => Promise<ProcessorMethod | undefined>): Promise<ProcessorMethod | undefined> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof WrongAnswer) throw error;
    const { default: Sdk } = await import("stripe");
    if (error instanceof Sdk.errors.StripeError) {
      if (error.code === "resource_missing") return undefined;
      // The SDK's messages quote references and parts of keys, so only the kind of failure is passed on.
      const status = error.statusCode === undefined ? "" : ` ${error.statusCode}`;
      throw new Error(`The payment processor failed:${status} ${error.type}.`);
    }
    if (error instanceof TypeError) throw new WrongAnswer();
    throw error;
  }
}
