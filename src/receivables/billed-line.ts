import type { LineType } from "../billing-terms/line-type.ts";
import type { Money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";

/** An issued line of a term, not void. */
export type BilledLine = {
  readonly id: string;
  readonly type: LineType;
  readonly amendmentId: string | null;
  readonly period: Period;
  /** Is its invoice owed or paid, also after it was written off? */
  readonly isOpen: boolean;
  /** Was its invoice written off, and not paid in full since? What of it was not served then is no longer owed (rules 8). */
  readonly isWrittenOff: boolean;
  /** Without tax. */
  readonly total: Money;
  /** Credited already by credit memos that are not void. */
  readonly credited: Money;
};
