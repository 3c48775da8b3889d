import { seatsOnce } from "../../actions/amend-seats.ts";
import { strategyOnce } from "../../billing-terms/obligation.ts";
import { nameRequired } from "../../billing-terms/term-draft.ts";
import type { Issue } from "../../kernel/errors.ts";

// Fields of which a body has one or the other. An issue of a schema could not say that in words, so they are checked here.

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** A billing term has one start and at most one end, each under one of two names, and a name or a product. */
export function issuesOfTermFields(body: unknown): readonly Issue[] {
  const fields = fieldsOf(body);
  if (fields === undefined) return [];
  const { startDate, billingStartDate, endDate, billingEndDate } = fields;
  const issues: Issue[] = [];
  if ((startDate === undefined) === (billingStartDate === undefined)) {
    const message = "startDate is required, once; billingStartDate is another name of it.";
    issues.push({ path: "/startDate", code: startDate === undefined ? "REQUIRED" : "CONFLICT", message });
  }
  if (endDate !== undefined && billingEndDate !== undefined) {
    const message = "Send endDate once; billingEndDate is another name of it.";
    issues.push({ path: "/endDate", code: "CONFLICT", message });
  }
  return [...issues, ...issuesOfName(fields, "")];
}

/** The schedule of an obligation has a name or a product, and states only once when its invoices are dated. */
export function issuesOfObligationFields(body: unknown): readonly Issue[] {
  const schedule = fieldsOf(fieldsOf(body)?.billingSchedule);
  if (schedule === undefined) return [];
  const path = "/billingSchedule";
  const isOnce = (schedule.isArrears === undefined) !== (schedule.invoiceDateStrategy === undefined);
  const ofStrategy = { path: `${path}/invoiceDateStrategy`, code: "CONFLICT", message: strategyOnce };
  return [...(isOnce ? [] : [ofStrategy]), ...issuesOfName(schedule, path)];
}

/** Seats are stated as a total or as a change. */
export function issuesOfSeatFields(body: unknown): readonly Issue[] {
  const fields = fieldsOf(body);
  if (fields === undefined || (fields.quantity === undefined) !== (fields.delta === undefined)) return [];
  return [{ path: "/quantity", code: "CONFLICT", message: seatsOnce }];
}

function issuesOfName({ name, productId }: Fields, path: string): Issue[] {
  if (name !== undefined || (productId !== undefined && productId !== null)) return [];
  return [{ path: `${path}/name`, code: "REQUIRED", message: nameRequired }];
}
