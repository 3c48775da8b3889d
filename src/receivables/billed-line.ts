import type { LineType } from "../billing-terms/line-type.ts";
import type { Money } from "../kernel/money.ts";
import type { Period } from "../kernel/periods.ts";

/** An issued line of a term, not void. */
export type BilledLine = {
  readonly id: string;
  readonly type: LineType;
  readonly amendmentId: string | null;
  readonly period: Period;
  /** True if its invoice is owed or paid (also if paid after a write-off). */
  readonly isOpen: boolean;
  /** True if its invoice was written off and not paid in full since. Its service after the write-off is no longer owed (rules 8). */
  readonly isWrittenOff: boolean;
  /** Without tax. */
  readonly total: Money;
  /** Credited by credit memos that are not void. */
  readonly credited: Money;
};
