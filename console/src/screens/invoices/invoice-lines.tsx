import type { Invoice } from "@accord/client";
import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { dayRange } from "../../format/day.ts";
import { isZero } from "../../format/decimal.ts";
import { quantity, unitPrice } from "../../format/money.ts";
import { ScrollArea } from "../../parts/scroll-area.tsx";
import { Amount } from "../../table/cell.tsx";
import { useIsPhone } from "../../table/use-is-phone.ts";
import { Explained } from "./explained.tsx";
import classes from "./invoice-lines.module.css";

type Line = Invoice["lineItems"][number];

/** On a phone, quantity and price are below the name, which leaves the width to it. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const isPhone = useIsPhone();
  return (
    <ScrollArea label="Lines" className={classes.area}>
      <table className={classes.table} aria-label="Lines">
        <thead>
          <tr>
            <th>What</th>
            {!isPhone && <th className={classes.right}>Quantity</th>}
            {!isPhone && <th className={classes.right}>Price</th>}
            <th className={classes.right}>Amount</th>
          </tr>
        </thead>
        <tbody>
          {invoice.lineItems.map((line, at) => (
            <LineRow key={line.id ?? `${line.billingTermId} ${at}`} line={line} invoice={invoice} />
          ))}
        </tbody>
        <tfoot>
          {!isZero(invoice.discountTotal) && <Total title="Discounts" amount={`-${invoice.discountTotal}`} />}
          {invoice.taxLines
            .filter(({ tax }) => !isZero(tax))
            .map(({ category, rate, tax }) => (
              <Total
                key={`${category} ${rate}`}
                title={`Tax ${rate === "0" ? "" : `${quantity(rate)} %`}`}
                amount={tax}
              />
            ))}
          <Total title={`Total in ${invoice.currency}`} amount={invoice.total} />
        </tfoot>
      </table>
    </ScrollArea>
  );
}

function LineRow({ line, invoice }: { line: Line; invoice: Invoice }) {
  const [open, setOpen] = useState(false);
  const isPhone = useIsPhone();
  const price = line.unitPrice === null ? "by tiers" : unitPrice(line.unitPrice, invoice.currency);
  return (
    <>
      <tr>
        <td>
          <UnstyledButton className={classes.name} onClick={() => setOpen(!open)} aria-expanded={open}>
            <IconChevronRight size={14} data-open={open || undefined} className={classes.chevron} aria-hidden />
            {line.name}
          </UnstyledButton>
          <span className={classes.detail}>
            {dayRange(line.serviceStartDate, line.serviceEndDate)}
            {line.description && ` · ${line.description}`}
            {line.isCorrection && " · correction"}
          </span>
          {isPhone && (
            <span className={classes.detail}>
              {quantity(line.quantity)} {line.unitPrice === null ? price : `× ${price}`}
            </span>
          )}
        </td>
        {!isPhone && <td className={classes.right}>{quantity(line.quantity)}</td>}
        {!isPhone && <td className={classes.right}>{price}</td>}
        <td className={classes.right}>
          <Amount text={line.subtotal} />
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={isPhone ? 2 : 4} className={classes.explained}>
            <Explained line={line} invoice={invoice} />
          </td>
        </tr>
      )}
    </>
  );
}

function Total({ title, amount }: { title: string; amount: string }) {
  const isPhone = useIsPhone();
  return (
    <tr>
      <td colSpan={isPhone ? 1 : 3}>{title}</td>
      <td className={classes.right}>
        <Amount text={amount} />
      </td>
    </tr>
  );
}
