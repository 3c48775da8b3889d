import { isDeepStrictEqual } from "node:util";
import type { Json } from "./api.ts";

// Contracts rebuilt from the rows of the audit log, in order, and nothing else. Amounts, schedules and statuses that follow from
// these facts are not rebuilt.

const facts = {
  contract: [
    ...["id", "name", "customerId", "currency", "netPaymentTerms", "poNumber", "allocationMethod", "closeDate"],
    ...["externalIds", "source", "createdAt", "approvedAt"],
  ],
  term: [
    ...["id", "name", "contractId", "billingTermGroupId", "startDate", "endDate", "interval", "intervalFrequency"],
    ...["itemId", "productId", "eventTypeId", "pricing", "pricingType", "quantity", "discounts", "billingType"],
    ...["invoiceDateStrategy", "netPaymentTerms", "prorationPolicy", "trigger", "seatConfig", "minimumAmount"],
    ...["tierScope", "tierBoundary", "usageScope", "creditOnDecrease", "invoiceGroup"],
  ],
  pob: [
    ...["id", "contractId", "billingTermGroupId", "recognitionPattern", "considerationType", "categoryId", "itemId"],
    ...["serviceStartDate", "serviceEndDate", "standaloneSellingPrice", "milestones", "progress", "customRevenue"],
  ],
} as const;

type Kind = keyof typeof facts;
type Told = Readonly<Record<string, unknown>>;

/** The facts of contracts, terms and performance obligations by id, from rows of the audit log in order. */
export function rebuilt(rows: readonly Json[]): ReadonlyMap<string, Told> {
  const told = new Map<string, Record<string, unknown>>();
  const of = (id: string) => {
    const known = told.get(id) ?? {};
    told.set(id, known);
    return known;
  };
  const partsOf = new Map<string, { readonly pob: string; readonly term: string }>();
  for (const { entityType, entityId, changes } of rows) {
    const set = Object.fromEntries(changes.map(({ path, to }: Json) => [path.replace(/^\//, ""), to]));
    if (entityType !== "OBLIGATION") {
      Object.assign(of(entityId), set);
      continue;
    }
    const { performanceObligationId, billingTermId, billingSchedule = {}, id: _id, ...own } = set;
    if (performanceObligationId) partsOf.set(entityId, { pob: performanceObligationId, term: billingTermId });
    const { pob = "", term = "" } = partsOf.get(entityId) ?? {};
    of(pob).id = pob;
    Object.assign(of(term), billingSchedule);
    for (const [path, to] of Object.entries(own)) {
      const [, ofTerm] = path.split("billingSchedule.");
      if (ofTerm === undefined) of(pob)[path] = to;
      else of(term)[ofTerm] = to;
    }
  }
  return told;
}

/** The facts in which a record in the API differs from the rebuilt one. */
export function differences(kind: Kind, told: Told | undefined, shown: Json): string[] {
  return facts[kind].flatMap((field) => {
    const [then, now] = [told?.[field] ?? null, shown[field] ?? null];
    if (isDeepStrictEqual(then, now)) return [];
    return [`${kind} ${shown.id}.${field}: told ${JSON.stringify(then)}, shown ${JSON.stringify(now)}`];
  });
}
