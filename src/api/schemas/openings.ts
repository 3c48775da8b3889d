import { type Static, Type } from "typebox";
import type { OpeningDraft } from "../../actions/opening-draft.ts";
import { accountRoles } from "../../kernel/account.ts";
import { required } from "../../kernel/assert.ts";
import { dayFrom, formatDay, formatMonth, parseMonth } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import type { Period } from "../../kernel/periods.ts";
import { instantOut } from "../../platform/clock.ts";
import {
  Amount,
  CivilDate,
  Closed,
  Instant,
  List,
  Month as MonthText,
  Named,
  Nullable,
  OneOf,
  Quantity,
  Text,
  Uuid,
} from "../../platform/http/wire.ts";
import { openingDifferences } from "../../revenue/opening.ts";
import type { OpeningRecord } from "../../revenue/opening-service.ts";
import { AccountRoleWord } from "./shared-words.ts";

const [term, pob] = ["0197f1a0-5c1e-7b9a-9a55-000000000001", "0197f1a0-5c1e-7b9a-9a55-000000000002"];

const BilledBody = Closed({
  billingTermId: Uuid(),
  invoicedThrough: CivilDate({
    description: "The last day that was billed, inclusive: the end of one of its periods.",
  }),
  billed: Amount({
    description:
      "The sum of its periods through that day, without tax, as the term plans them; of usage, those from usageFrom on.",
  }),
});

const RecognizedBody = Closed({
  performanceObligationId: Uuid(),
  recognized: Amount({
    sign: "any",
    description: "All of its revenue recognized by asOf; of usage, that of the days which are sent.",
  }),
  remainingRevenue: Type.Optional(
    List(Closed({ timeframe: MonthText(), total: Amount({ sign: "any" }) }), {
      max: 600,
      description:
        "Its revenue by month after asOf, as the old books have it; `difference` does not apply to it then. A month that is not listed has none. With recognized, the months must add up to all that it earns. Not for obligations without an end, or that follow progress, billing or usage.",
    }),
  ),
});

const oldInvoiceFields = {
  invoiceNumber: Text(1, 50, { description: "The number it has: unique, and none of this merchant's own series." }),
  issueDate: CivilDate(),
  dueDate: CivilDate(),
  total: Amount({ sign: "positive", description: "Tax included." }),
  tax: Type.Optional(Amount({ description: "Default 0.00." })),
  balance: Amount({ sign: "positive", description: "Its open balance." }),
};

const OldInvoiceBody = Closed({
  ...oldInvoiceFields,
  periods: Type.Optional(
    List(
      Closed({
        billingTermId: Uuid(),
        startDate: CivilDate({ description: "First day of the billed period." }),
        isPrepayment: Type.Optional(
          Type.Boolean({ description: "Is it a prepayment of a commitment? Default false." }),
        ),
        invoiceSplitKey: Type.Optional(
          Nullable(
            Text(1, 48, { description: "Of usage, one split of the period; null: without a key. Default all." }),
          ),
        ),
      }),
      {
        ...{ min: 1, max: 500 },
        description: "The periods that it bills; by default those that the terms plan on its issue date.",
      },
    ),
  ),
});

const OpenedCommitmentBody = Closed({
  commitmentId: Uuid(),
  invoicedThrough: CivilDate({ description: "The last day whose usage was billed, by asOf." }),
  billed: Amount({
    description: "Without tax: prepayments dated by asOf, and the rest of periods through that day.",
  }),
});

const OpenedUsageBody = Closed({
  eventTypeId: Uuid(),
  date: CivilDate({ description: "The first day that it is for." }),
  quantity: Quantity({ sign: "any", description: "Of events that are counted: how many there were." }),
  differentiator: Type.Optional(Nullable(Text(1, 255))),
  invoiceSplitKey: Type.Optional(Nullable(Text(1, 48))),
  isUnbilled: Type.Optional(
    Type.Boolean({
      description:
        "Was it left out of the invoice of its period, because it came later? The next invoice bills it as late usage. Default false.",
    }),
  ),
});

const OpenedCreditBody = Closed({
  billingTermId: Uuid(),
  startDate: CivilDate({ description: "A day of the billed period that was credited." }),
  amount: Amount({ sign: "positive", description: "Without tax." }),
  tax: Type.Optional(Amount({ description: "Default: as much of the tax of the invoice as of its amount." })),
  serviceStartDate: Type.Optional(
    CivilDate({ description: "The first of the days of service that were credited; default all of the period." }),
  ),
  serviceEndDate: Type.Optional(CivilDate({ description: "The last of them." })),
});

/** The opening in one row of a file: for the obligations of its contract, in their order. */
export const RowOpeningBody = Closed({
  asOf: CivilDate(),
  difference: Type.Optional(OneOf(openingDifferences)),
  obligations: List(
    Closed({
      invoicedThrough: Type.Optional(CivilDate()),
      billed: Type.Optional(Amount()),
      recognized: Type.Optional(Amount({ sign: "any" })),
    }),
    { max: 50 },
  ),
  openInvoices: Type.Optional(List(Closed(oldInvoiceFields), { max: 50 })),
  customerCredit: Type.Optional(Amount()),
});

/** The balances of a contract in other books, at the end of a day (ADR 0077). */
export const CreateOpeningBody = Named(
  "CreateOpeningDto",
  Closed(
    {
      asOf: CivilDate({ description: "The last day of a month that is over." }),
      difference: Type.Optional(
        OneOf(openingDifferences, {
          description:
            "What happens to a difference between what was recognized and what the pattern had earned: spread over the rest of the service (default), or earned on the day after asOf. Not of obligations with remainingRevenue.",
        }),
      ),
      billingTerms: Type.Optional(
        List(BilledBody, {
          max: 1000,
          description: "Those that were billed; the others begin with their first period.",
        }),
      ),
      performanceObligations: Type.Optional(
        List(RecognizedBody, {
          max: 1000,
          description:
            "All that began by asOf; of usage only those of commitments that have begun, and of terms from usageFrom on.",
        }),
      ),
      openInvoices: Type.Optional(List(OldInvoiceBody, { max: 1000 })),
      commitments: Type.Optional(List(OpenedCommitmentBody, { max: 100, description: "Those that began by asOf." })),
      usageFrom: Type.Optional(
        CivilDate({
          description:
            "The first day whose usage is billed here by terms without a commitment: that of a period which was not billed, or is on an open invoice. Default the day after asOf.",
        }),
      ),
      usage: Type.Optional(
        List(OpenedUsageBody, {
          max: 10_000,
          description:
            "All that was used of those commitments by asOf, and of terms from usageFrom on, a day or a month at a time.",
        }),
      ),
      credits: Type.Optional(
        List(OpenedCreditBody, {
          max: 200,
          description:
            "Credits of billed periods that lowered revenue. The amounts billed, and the totals of open invoices, are those before them.",
        }),
      ),
      customerCredit: Type.Optional(
        Amount({ description: "Paid or credited, and not applied to any invoice. Default 0.00." }),
      ),
    },
    {
      examples: [
        {
          asOf: "2025-12-31",
          billingTerms: [{ billingTermId: term, invoicedThrough: "2026-06-30", billed: "1200.00" }],
          performanceObligations: [{ performanceObligationId: pob, recognized: "600.00" }],
          openInvoices: [
            {
              invoiceNumber: "R-2025-0042",
              issueDate: "2025-07-01",
              dueDate: "2025-07-31",
              total: "1428.00",
              tax: "228.00",
              balance: "428.00",
            },
          ],
        },
      ],
    },
  ),
);

export const OpeningView = Named(
  "Opening",
  Closed({
    contractId: Uuid(),
    asOf: CivilDate(),
    usageFrom: CivilDate({ description: "The first day whose usage is billed here by terms without a commitment." }),
    postedOn: CivilDate({ description: "asOf, or the first open day where its month was closed or locked." }),
    difference: OneOf(openingDifferences),
    billingTerms: Type.Array(Closed({ billingTermId: Uuid(), invoicedThrough: CivilDate(), billed: Type.String() })),
    performanceObligations: Type.Array(
      Closed({
        performanceObligationId: Uuid(),
        recognized: Type.String(),
        difference: Type.String({ description: "What the pattern had earned by then, less what was recognized." }),
        differenceByMonth: Nullable(
          Type.Array(Closed({ timeframe: MonthText(), total: Type.String() }), {
            description: "By how much later months differ from the pattern; null without remainingRevenue.",
          }),
        ),
      }),
    ),
    invoices: Type.Array(
      Closed({
        invoiceId: Uuid(),
        invoiceNumber: Type.String(),
        issueDate: CivilDate({ description: "The one it had; in the books it is dated on postedOn." }),
        dueDate: CivilDate(),
        total: Type.String(),
        tax: Type.String(),
        balance: Type.String({
          description: "The open balance at the opening; 0.00 of the invoice that sums up all settled ones.",
        }),
      }),
    ),
    credits: Type.Array(
      Closed({
        billingTermId: Uuid(),
        amount: Type.String({ description: "Without tax." }),
        tax: Type.String(),
        serviceStartDate: CivilDate(),
        serviceEndDate: CivilDate(),
      }),
      { description: "The items of the credit memo OPENING-…, which stands for all of them." },
    ),
    balances: Type.Array(
      Closed({ role: AccountRoleWord(), balance: Type.String({ description: "Debit less credit." }) }),
      {
        description:
          "What the opening posted. MIGRATION_CLEARING is the rest: the same in the old ledger, with the opposite sign.",
      },
    ),
    createdAt: Instant(),
  }),
);

export function openingFromBody(body: Static<typeof CreateOpeningBody>): OpeningDraft {
  const { asOf, difference = "SPREAD", billingTerms = [], performanceObligations = [], openInvoices = [] } = body;
  return {
    asOf: dayFrom(asOf),
    difference,
    terms: billingTerms.map(({ billingTermId, invoicedThrough, billed }) => {
      return { billingTermId, end: dayFrom(invoicedThrough) + 1, billed };
    }),
    obligations: performanceObligations.map(({ remainingRevenue, ...rest }) => ({
      ...rest,
      remaining:
        remainingRevenue?.map(({ timeframe, total }) => {
          return { month: required(parseMonth(timeframe), "a month that was checked"), total };
        }) ?? null,
    })),
    openInvoices: openInvoices.map(({ issueDate, dueDate, tax = "0", periods, ...rest }) => ({
      ...rest,
      ...{ issueDate: dayFrom(issueDate), dueDate: dayFrom(dueDate), tax },
      periods:
        periods?.map(({ billingTermId, startDate, isPrepayment = false, invoiceSplitKey }) => {
          return { billingTermId, start: dayFrom(startDate), isPrepayment, invoiceSplitKey };
        }) ?? null,
    })),
    commitments: (body.commitments ?? []).map(({ commitmentId, invoicedThrough, billed }) => {
      return { commitmentId, end: dayFrom(invoicedThrough) + 1, billed };
    }),
    usageFrom: body.usageFrom === undefined ? dayFrom(asOf) + 1 : dayFrom(body.usageFrom),
    usage: (body.usage ?? []).map(
      ({ date, differentiator = null, invoiceSplitKey = null, isUnbilled = false, ...rest }) => {
        return { ...rest, day: dayFrom(date), differentiator, invoiceSplitKey, isUnbilled };
      },
    ),
    credits: (body.credits ?? []).map(({ billingTermId, startDate, amount, tax = null, ...service }) => {
      return { billingTermId, day: dayFrom(startDate), amount, tax, service: creditedDays(service) };
    }),
    customerCredit: body.customerCredit ?? "0",
  };
}

/** The credited days of service; null if neither their first nor their last day is stated. */
function creditedDays({ serviceStartDate: first, serviceEndDate: last }: CreditedDays): Period | null {
  if (first === undefined && last === undefined) return null;
  return { start: dayFrom(first ?? last ?? ""), end: dayFrom(last ?? first ?? "") + 1 };
}

type CreditedDays = { readonly serviceStartDate?: string | undefined; readonly serviceEndDate?: string | undefined };

export function viewOfOpening({ opening, obligations, loaded }: OpeningRecord): Static<typeof OpeningView> {
  const { contractId, asOf, usageFrom, postedOn, difference, createdAt } = opening;
  return {
    contractId,
    asOf: formatDay(asOf),
    usageFrom: formatDay(usageFrom),
    postedOn: formatDay(postedOn),
    difference,
    billingTerms: loaded.terms.map(({ billingTermId, end, billed }) => {
      return { billingTermId, invoicedThrough: formatDay(end - 1), billed: formatMoney(billed) };
    }),
    performanceObligations: [...obligations].map(([performanceObligationId, loadedPob]) => {
      const { recognized, difference: left, byMonth } = loadedPob;
      const differenceByMonth =
        byMonth?.map(({ month, amount }) => ({ timeframe: formatMonth(month), total: formatMoney(amount) })) ?? null;
      return {
        ...{ performanceObligationId, recognized: formatMoney(recognized), difference: formatMoney(left) },
        differenceByMonth,
      };
    }),
    invoices: loaded.invoices.map(({ id, invoiceNumber, issueDate, dueDate, total, tax, balance }) => ({
      ...{ invoiceId: id, invoiceNumber, issueDate: formatDay(issueDate), dueDate: formatDay(dueDate) },
      ...{ total: formatMoney(total), tax: formatMoney(tax), balance: formatMoney(balance) },
    })),
    credits: loaded.credits.map(({ billingTermId, amount, tax, service }) => ({
      ...{ billingTermId, amount: formatMoney(amount), tax: formatMoney(tax) },
      ...{ serviceStartDate: formatDay(service.start), serviceEndDate: formatDay(service.end - 1) },
    })),
    balances: accountRoles.flatMap((role) => {
      const balance = loaded.balances.get(role);
      return balance === undefined || balance.minor === 0n ? [] : [{ role, balance: formatMoney(balance) }];
    }),
    createdAt: instantOut(createdAt),
  };
}
