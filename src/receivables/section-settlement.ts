import { allocate } from "../kernel/allocate.ts";
import { isZero, type Money, min, subtract, sum } from "../kernel/money.ts";
import { balanceOf, type CreditKind, type InvoiceAccount } from "./invoice-account.ts";

/** The amount that a payment or credit memo settles of one section of a consolidated invoice. */
export type SectionSettlement = { readonly invoice: InvoiceAccount; readonly amount: Money };

/** The open amount of a consolidated invoice: the owed amount, and for payments also the written-off one; undefined if there is none. */
export function openOf(sections: readonly InvoiceAccount[], kind: CreditKind): Money | undefined {
  const open = [...owed(sections), ...writtenOff(sections, kind)];
  const [first] = open;
  return first === undefined ? undefined : sum(open.map(balanceOf), first.currency);
}

/**
 * How an amount settles the sections of a consolidated invoice: pro rata to what is owed of each, the cents by largest remainder,
 * ties to the earlier section; the rest of a payment, likewise over what was written off (ADR 0040).
 *
 * @param amount above zero, at most `openOf`
 * @returns amounts above zero that sum to the amount, none above what is open of its section
 */
export function settlementOf(
  sections: readonly InvoiceAccount[],
  { kind, amount }: { readonly kind: CreditKind; readonly amount: Money },
): SectionSettlement[] {
  const first = owed(sections);
  const ofFirst = min(amount, sum(first.map(balanceOf), amount.currency));
  return [...proRata(first, ofFirst), ...proRata(writtenOff(sections, kind), subtract(amount, ofFirst))];
}

function owed(sections: readonly InvoiceAccount[]): InvoiceAccount[] {
  return sections.filter(({ status }) => status === "ISSUED" || status === "PARTIALLY_PAID");
}

function writtenOff(sections: readonly InvoiceAccount[], kind: CreditKind): InvoiceAccount[] {
  return kind === "PAYMENT" ? sections.filter(({ status }) => status === "UNCOLLECTIBLE") : [];
}

function proRata(sections: readonly InvoiceAccount[], amount: Money): SectionSettlement[] {
  if (isZero(amount)) return [];
  const amounts = allocate(
    amount,
    sections.map((section) => balanceOf(section).minor),
  );
  return sections.flatMap((invoice, index) => {
    const own = amounts[index];
    return own === undefined || isZero(own) ? [] : [{ invoice, amount: own }];
  });
}
