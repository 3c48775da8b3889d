import { type Static, Type } from "typebox";
import {
  type Adjustment,
  type AdjustmentDraft,
  type AdjustmentLine,
  adjustmentNumber,
} from "../../adjustments/adjustment.ts";
import { formatDay } from "../../kernel/day.ts";
import { formatMoney } from "../../kernel/money.ts";
import { monthField, stringField } from "../../platform/http/filter.ts";
import type { ListDeclaration } from "../../platform/http/list-query.ts";
import {
  Amount,
  CivilDate,
  Closed,
  CurrencyCode,
  Instant,
  List,
  MultilineText,
  Named,
  Nullable,
  Uuid,
} from "../../platform/http/wire.ts";
import { firstProvisionalNumber } from "../../platform/write.ts";
import { dayFromBody } from "./credit-memos.ts";
import { AccountRoleWord } from "./shared-words.ts";

export const adjustmentList: ListDeclaration = {
  fields: {
    adjustmentNumber: stringField("eq"),
    month: monthField("eq", "gt", "gte", "lt", "lte", "in"),
  },
};

const roleDescription =
  "RECEIVABLE, CUSTOMER_CREDIT, CASH, TAX_PAYABLE and BAD_DEBT_RECOVERED are rejected: only documents post to them. MIGRATION_CLEARING needs a contract that has an opening.";

const AdjustmentLineBody = Closed({
  role: AccountRoleWord({ description: roleDescription }),
  debit: Type.Optional(Amount({ sign: "positive", description: "A line has a debit or a credit." })),
  credit: Type.Optional(Amount({ sign: "positive" })),
  contractId: Type.Optional(
    Nullable(
      Uuid({
        description:
          "An approved contract; required for CONTRACT_LIABILITY, CONTRACT_ASSET, UNBILLED_RECEIVABLE and MIGRATION_CLEARING. The lines of each contract balance.",
      }),
    ),
  ),
  categoryId: Type.Optional(
    Nullable(
      Uuid({ description: "Reports show the line in this category; it is posted to its account, if it has one." }),
    ),
  ),
});

export const CreateAdjustmentBody = Named(
  "CreateAdjustmentRequestDto",
  Closed(
    {
      date: CivilDate({ description: "In an open month." }),
      currency: CurrencyCode(),
      reason: MultilineText(1, 500),
      lines: List(AdjustmentLineBody, { min: 2, max: 200 }),
      reverseOn: Type.Optional(Nullable(CivilDate({ description: "Also posts its reversal, on this later day." }))),
    },
    {
      examples: [
        {
          date: "2026-03-31",
          currency: "USD",
          reason: "Acceptance was given in March",
          lines: [
            { role: "CONTRACT_LIABILITY", debit: "50.00", contractId: "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10" },
            { role: "REVENUE", credit: "50.00", contractId: "0197f1a0-5c1e-7b9a-9a55-3f0d2c7e8b10" },
          ],
          reverseOn: "2026-04-01",
        },
      ],
    },
  ),
);

export const ReverseAdjustmentBody = Named(
  "ReverseAdjustmentDto",
  Closed({
    reason: MultilineText(1, 500),
    date: Type.Optional(
      CivilDate({ description: "In an open month. Default: the day of the adjustment.", examples: ["2026-04-01"] }),
    ),
  }),
);

export const AdjustmentView = Named(
  "Adjustment",
  Closed({
    id: Uuid(),
    adjustmentNumber: Nullable(Type.String({ description: "Without gaps. Null only in a dry run." })),
    date: CivilDate(),
    currency: Type.String(),
    reason: Type.String(),
    total: Type.String({ description: "Of its debits, and of its credits." }),
    lines: Type.Array(
      Closed({
        role: AccountRoleWord(),
        debit: Type.String(),
        credit: Type.String(),
        contractId: Nullable(Uuid()),
        categoryId: Nullable(Uuid()),
      }),
    ),
    reversesAdjustmentId: Nullable(Uuid({ description: "The adjustment that this one reverses." })),
    reversedByAdjustmentId: Nullable(Uuid({ description: "The adjustment that reverses this one." })),
    createdAt: Instant(),
  }),
);

export function draftFromBody(body: Static<typeof CreateAdjustmentBody>): AdjustmentDraft {
  const { date, currency, reason, reverseOn = null, lines } = body;
  return {
    date: dayFromBody(date),
    currency,
    reason,
    reverseOn: reverseOn === null ? null : dayFromBody(reverseOn),
    lines: lines.map(({ role, debit, credit, contractId = null, categoryId = null }) => {
      return { role, debit, credit, contractId, categoryId };
    }),
  };
}

export function reversalFromBody({ reason, date }: Static<typeof ReverseAdjustmentBody>) {
  return { reason, date: date === undefined ? undefined : dayFromBody(date) };
}

/** An adjustment as integrators see it. */
export function viewOfAdjustment(adjustment: Adjustment): Static<typeof AdjustmentView> {
  const { id, number, date, currency, reason, lines, reversesId, reversedById, createdAt } = adjustment;
  const minor = lines.reduce((sum, { debit }) => sum + debit.minor, 0n);
  return {
    id,
    adjustmentNumber: number < firstProvisionalNumber ? adjustmentNumber(number) : null,
    date: formatDay(date),
    currency,
    reason,
    total: formatMoney({ minor, currency }),
    lines: lines.map(viewOfLine),
    reversesAdjustmentId: reversesId,
    reversedByAdjustmentId: reversedById,
    createdAt,
  };
}

function viewOfLine({ role, debit, credit, contractId, categoryId }: AdjustmentLine) {
  return { role, debit: formatMoney(debit), credit: formatMoney(credit), contractId, categoryId };
}
