import type { Json } from "../support/api.ts";
import { hundredths } from "./amount.ts";
import type { Book, ContractOfBook, TermOfBook } from "./book.ts";
import { addDays, addMonths, monthOf } from "./days.ts";
import { addTerm, flat, noteTerm } from "./deal.ts";
import { savePobs } from "./saved-pobs.ts";

// Parts of a contract that earn what is used.

/** The first of the contract's month. */
const firstOf = (book: Book): string => `${monthOf(book.today, book.dice.pick([-1, 0, 0]))}-01`;

export async function eventType(book: Book, aggregations: readonly string[]): Promise<{ id: string; name: string }> {
  const name = book.nameOf("Calls");
  const aggregation = book.dice.pick(aggregations);
  const { id } = await book.session.ok("POST", "/v3/events/types", { name, aggregation });
  book.names.give(id, name);
  const made = { id, name };
  book.eventTypes.push(made);
  return made;
}

function usagePrice(book: Book): { readonly fields: object; readonly words: string } {
  const { dice } = book;
  const unit = (cents: number) => (book.currency === "JPY" ? String(cents) : hundredths(cents));
  const price = dice.between(5, 300);
  const tiers = (pricingType: string) => ({
    fields: {
      pricingType,
      tierBoundary: dice.pick(["UPPER", "LOWER"] as const),
      pricing: [0, 100, 500].map((tierMinimum, tier) => ({
        ...{ tier, amountType: "PER_ITEM", tierMinimum: String(tierMinimum) },
        amount: unit(Math.max(1, Math.round(price * (1 - tier * 0.3)))),
      })),
    },
    words: `${pricingType} from ${unit(price)}`,
  });
  switch (dice.pick(["SIMPLE", "SIMPLE", "TIERED", "VOLUME", "PACKAGE"] as const)) {
    case "TIERED":
      return tiers("TIERED");
    case "VOLUME":
      return tiers("VOLUME");
    case "PACKAGE":
      return {
        fields: {
          pricingType: "PACKAGE",
          packageSize: "100",
          minimumPackages: dice.between(0, 1),
          ...flat(unit(price * 50), "PER_ITEM"),
        },
        words: `${unit(price * 50)} a package of 100`,
      };
    default:
      return { fields: flat(unit(price), "PER_ITEM"), words: `${unit(price)} each` };
  }
}

/** Usage that is recognized as it is consumed: through an obligation, or a term with a performance obligation. */
export async function usagePart(book: Book, contract: ContractOfBook): Promise<void> {
  const { dice } = book;
  const metered = await eventType(book, ["SUM", "SUM", "SUM", "MAX", "COUNT"]);
  const name = book.nameOf("Usage");
  const price = usagePrice(book);
  const startDate = firstOf(book);
  const interval = dice.pick(["MONTH", "MONTH", "MONTH", "QUARTER"] as const);
  const fields = {
    ...{ startDate, interval, duration: interval === "MONTH" ? dice.between(3, 12) : dice.between(1, 4) },
    ...{ invoiceDateStrategy: dice.pick(["ARREARS", "LAST_OF_PERIOD"] as const), billingType: "UNIT" },
    ...{ eventTypeId: metered.id, ...price.fields },
    ...(dice.chance(25) ? { minimumAmount: book.money(book.amount(20, 200)) } : {}),
    ...(dice.chance(10) ? { maximumAmount: book.money(book.amount(300, 900)) } : {}),
  };
  const words = `${price.words} by ${interval} from ${startDate}${"minimumAmount" in fields ? `, at least ${fields.minimumAmount}` : ""}`;
  if (!book.hasPobs || dice.chance(50)) {
    const answer = await book.write({
      kind: "usage obligation",
      words: `${contract.name}: obligation ${name}, ${words}`,
      method: "POST",
      path: `${contract.path}/obligations`,
      body: { serviceStartDate: startDate, billingSchedule: { name, ...fields } },
    });
    if (!answer.isDone) return;
    noteTerm(book, contract, answer.payload, { name, kind: "USAGE", amount: 0, obligationId: answer.payload.id });
    return;
  }
  const term = await addTerm(book, contract, {
    name,
    kind: "USAGE",
    amount: 0,
    words,
    fields,
    kindOfStep: "usage term",
  });
  if (term !== undefined) await consumed(book, term, metered.id);
}

function consumed(book: Book, term: TermOfBook, eventTypeId: string): Promise<void> {
  const toCreate = [{ name: book.nameOf("Consumed"), recognitionPattern: "RECOGNIZE_AS_CONSUMED", eventTypeId }];
  return savePobs(book, term, toCreate, "pobs as consumed");
}

/** A commitment of one or two steps: prepaid, trued up, or both. */
export async function commitmentPart(book: Book, contract: ContractOfBook): Promise<void> {
  const { dice } = book;
  const metered = await eventType(book, ["SUM", "SUM", "COUNT"]);
  const startDate = firstOf(book);
  const months = dice.pick([3, 6, 12]);
  const last = addDays(addMonths(startDate, months), -1);
  const terms: TermOfBook[] = [];
  for (const cents of dice.chance(40) ? [100, 80] : [100]) {
    const price = book.currency === "JPY" ? String(cents) : hundredths(cents);
    const term = await addTerm(book, contract, {
      ...{ name: book.nameOf("Committed"), kind: "USAGE", amount: cents, kindOfStep: "usage term" },
      words: `${price} each, by a commitment, ${startDate} to ${last}`,
      fields: {
        ...{ startDate, endDate: last, interval: "MONTH", invoiceDateStrategy: "ARREARS", billingType: "UNIT" },
        ...{ eventTypeId: metered.id, usageScope: "COMMITMENT", ...flat(price, "PER_ITEM") },
      },
    });
    if (term === undefined) return;
    terms.push(term);
    if (book.hasPobs) await consumed(book, term, metered.id);
  }
  await commit(book, contract, { terms, startDate, last, months, eventTypeId: metered.id });
}

async function commit(
  book: Book,
  contract: ContractOfBook,
  parts: { terms: TermOfBook[]; startDate: string; last: string; months: number; eventTypeId: string },
): Promise<void> {
  const { dice } = book;
  const { terms, startDate, last, eventTypeId } = parts;
  const value = book.amount(100, 900);
  const commitmentInterval = dice.pick(["MONTHLY", "QUARTERLY", null, null] as const);
  const isStraight = dice.chance(20);
  const trueUpBehavior = dice.pick(
    isStraight ? (["EACH_PERIOD", "END_OF_SCHEDULE"] as const) : (["NONE", "EACH_PERIOD", "END_OF_SCHEDULE"] as const),
  );
  const isPrepaid = dice.chance(55);
  const prepaid = dice.pick([value, value * terms.length, Math.ceil(value / 2)]);
  const schedule = {
    ...{ startDate, endDate: last, commitmentInterval, trueUpBehavior },
    steps: terms.map(({ id }) => ({ commitmentValue: book.money(value), billingTermIds: [id] })),
    ...(isPrepaid
      ? {
          prepaidEnabled: true,
          prepaidValue: book.money(prepaid),
          prepaymentScheduleType: dice.pick([
            ...(["FULL_UPFRONT", "PER_COMMITMENT_PERIOD", "SPLIT_ACROSS_BILLING_PERIODS"] as const),
          ] as const),
        }
      : {}),
    ...(dice.chance(50) ? { overageConfigs: [{ eventTypeId, overagePrice: "2" }] } : {}),
  };
  const answer = await book.write({
    kind: "commitment",
    words: `${contract.name}: commits to ${terms.length} × ${book.money(value)} ${commitmentInterval ?? "in all"}, ${startDate} to ${last}, true-up ${trueUpBehavior}${isPrepaid ? `, prepaid ${book.money(prepaid)} ${(schedule as Json).prepaymentScheduleType}` : ""}${isStraight ? ", STRAIGHT_LINE" : ""}`,
    method: "POST",
    path: `${contract.path}/commitments`,
    body: {
      commitments: [
        {
          commitmentUnitType: "CURRENCY",
          ...(isStraight ? { revenueRecognitionPattern: "STRAIGHT_LINE" } : {}),
          schedules: [schedule],
        },
      ],
    },
  });
  if (!answer.isDone) return;
  for (const { id, schedules } of answer.payload.commitments) {
    const name = book.names.give(id, book.nameOf("commitment"));
    for (const { id: scheduleId, steps } of schedules) {
      book.names.give(scheduleId, `schedule of ${name}`);
      for (const { id: stepId } of steps) book.names.give(stepId, `step of ${name}`);
    }
  }
}
