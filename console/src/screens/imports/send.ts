import { accord } from "../../api/accord.ts";
import { messageOf } from "../../api/failure-message.ts";
import { everyRow } from "../../api/use-api.ts";
import type { Kind, ReadRow, rhythms } from "./kinds.ts";

/** A line that the server did not take, with its sentence. */
export type Refused = { readonly line: number; readonly problem: string };

type OnProgress = (done: number) => void;

const intervals: Readonly<Record<(typeof rhythms)[number], "NONE" | "MONTH" | "QUARTER" | "YEAR">> = {
  once: "NONE",
  monthly: "MONTH",
  quarterly: "QUARTER",
  yearly: "YEAR",
};

const eventsPerRequest = 500;

/**
 * Sends the valid rows through the public API: usage in bulk, other rows one request each. Returns the rejected rows with their lines; all
 * others are imported. A row with the same content as one sent before is the same request and changes nothing, so a corrected file can be
 * sent again as a whole.
 */
export async function sendRows(kind: Kind, rows: readonly ReadRow[], onProgress: OnProgress): Promise<Refused[]> {
  if (kind === "usage") return sendUsage(rows, onProgress);
  const customers = kind === "contracts" ? await idsByName("listCustomers") : new Map<string, string>();
  const refused: Refused[] = [];
  const seen = new Map<string, number>();
  for (const [at, row] of rows.entries()) {
    const print = fingerprint(JSON.stringify(row.values));
    const times = (seen.get(print) ?? 0) + 1;
    seen.set(print, times);
    try {
      const call = { idempotencyKey: `import-${kind}-${print}-${times}` };
      if (kind === "customers") await accord.createCustomer({ body: customerOf(row) } as never, call);
      else await accord.createContract({ body: contractOf(row, idOf(customers, row, "customer")) } as never, call);
    } catch (error) {
      refused.push({ line: row.line, problem: messageOf(error) });
    }
    onProgress(at + 1);
  }
  return refused;
}

/** 53 bits of a text ("cyrb53"): to know a row again, not to keep it secret. */
export function fingerprint(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

async function sendUsage(rows: readonly ReadRow[], onProgress: OnProgress): Promise<Refused[]> {
  const [customers, eventTypes] = [await idsByName("listCustomers"), await idsByName("listEventTypes")];
  const refused: Refused[] = [];
  for (let from = 0; from < rows.length; from += eventsPerRequest) {
    const batch = rows.slice(from, from + eventsPerRequest).flatMap((row) => {
      try {
        return [{ row, event: eventOf(row, idOf(customers, row, "customer"), idOf(eventTypes, row, "eventType")) }];
      } catch (error) {
        refused.push({ line: row.line, problem: messageOf(error) });
        return [];
      }
    });
    if (batch.length > 0) {
      try {
        await accord.recordUsageEvents({ body: { events: batch.map(({ event }) => event) } } as never);
      } catch {
        // One invalid event rejects the whole request, so each is sent alone to find the invalid ones.
        for (const { row, event } of batch) {
          try {
            await accord.recordUsageEvent({ body: event } as never);
          } catch (error) {
            refused.push({ line: row.line, problem: messageOf(error) });
          }
        }
      }
    }
    onProgress(Math.min(rows.length, from + eventsPerRequest));
  }
  return refused;
}

async function idsByName(operation: "listCustomers" | "listEventTypes"): Promise<Map<string, string>> {
  const all = (await everyRow(operation, {})) as readonly { readonly id: string; readonly name: string }[];
  return new Map(all.map(({ id, name }) => [name.toLowerCase(), id]));
}

function idOf(ids: ReadonlyMap<string, string>, { values }: ReadRow, field: string): string {
  const name = values[field] ?? "";
  const id = ids.get(name.toLowerCase());
  if (id === undefined) throw new Error(`There is no ${field === "customer" ? "customer" : "event type"} “${name}”.`);
  return id;
}

const crmId = (externalId: string | undefined) => externalId && { externalIds: [{ sourceType: "CRM_A", externalId }] };

function customerOf({ values }: ReadRow) {
  const { name, companyName, email, currency, netPaymentTerms, vatId, externalId } = values;
  const { line1, city, postalCode, country } = values;
  const hasAddress = [line1, city, postalCode, country].some((each) => each !== undefined);
  return {
    name,
    ...(companyName && { companyName }),
    ...(email && { primaryBillingContactEmail: email }),
    ...(currency && { defaultCurrency: currency.toUpperCase() }),
    ...(netPaymentTerms && { netPaymentTerms: Number(netPaymentTerms) }),
    ...(hasAddress && { billingAddress: { line1, city, postalCode, country: country?.toUpperCase() } }),
    ...(vatId && { taxInfo: { vatId } }),
    ...crmId(externalId),
  };
}

/** A contract with what it sells, which waits for its approval. */
function contractOf({ values }: ReadRow, customerId: string) {
  const { name, sold, price, rhythm, start, end, quantity, signed, po, externalId } = values;
  const interval = intervals[(rhythm ?? "").toLowerCase() as keyof typeof intervals];
  const last = end ?? (interval === "NONE" ? start : undefined);
  return {
    ...{ name, customerId, source: "UPLOAD" },
    ...(signed && { closeDate: signed }),
    ...(po && { poNumber: po }),
    ...crmId(externalId),
    obligations: [
      {
        serviceStartDate: start,
        ...(last && { serviceEndDate: last }),
        billingSchedule: {
          ...{ name: sold, startDate: start, interval, invoiceDateStrategy: "FIRST_OF_PERIOD" },
          ...(last && { endDate: last }),
          ...(quantity
            ? { billingType: "UNIT", quantity, pricing: [{ amount: price, amountType: "PER_ITEM" }] }
            : { billingType: "FLAT", pricing: [{ amount: price, amountType: "TOTAL_INVOICE" }] }),
        },
      },
    ],
  };
}

function eventOf({ values }: ReadRow, customerId: string, eventTypeId: string) {
  const { key, at = "", value } = values;
  const datetime = /^\d{4}-\d{2}-\d{2}$/.test(at) ? `${at}T12:00:00Z` : at;
  return { idempotencyKey: key, customerId, eventTypeId, datetime, ...(value && { value }) };
}
