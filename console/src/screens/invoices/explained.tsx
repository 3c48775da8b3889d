import type { CommitmentExplanation, Explanation, Invoice, UsageExplanation } from "@accord/client";
import { dayRange } from "../../format/day.ts";
import { isZero } from "../../format/decimal.ts";
import { minorDigits, money, quantity, unitPrice } from "../../format/money.ts";
import { TextLink } from "../../parts/text-link.tsx";
import { UsageLink } from "../../parts/usage-link.tsx";
import { paths } from "../../paths.ts";
import classes from "./explained.module.css";

type Line = Invoice["lineItems"][number];
type Step = readonly [what: string, amount: string | undefined];

/** How the amount of a line came about, step by step. */
export function Explained({ line, invoice }: { line: Line; invoice: Invoice }) {
  const { explanation } = line;
  const { contractId, currency } = invoice;
  return (
    <div className={classes.explained}>
      {explanation === null ? (
        <p>{plain(line, currency)}</p>
      ) : (
        <ol className={classes.steps}>
          {stepsOf(explanation, currency).map(([what, amount], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps keep their order
            <li key={at}>
              <span>{what}</span>
              <span>{amount}</span>
            </li>
          ))}
        </ol>
      )}
      <p className={classes.paths}>
        {line.commitmentId && <TextLink href={paths.commitment(line.commitmentId)}>The commitment</TextLink>}
        {line.type === "USAGE" && (
          <UsageLink
            contractId={contractId}
            termId={line.billingTermId}
            from={line.serviceStartDate}
            to={line.serviceEndDate}
          >
            The usage events
          </UsageLink>
        )}
      </p>
    </div>
  );
}

function plain(line: Line, currency: string): string {
  const price = line.unitPrice === null ? "the prices of its tiers" : unitPrice(line.unitPrice, currency);
  return `A whole period: ${quantity(line.quantity)} × ${price}.`;
}

function stepsOf(explanation: Explanation | UsageExplanation | CommitmentExplanation, currency: string): Step[] {
  if ("segments" in explanation) return stepsOfPeriod(explanation, currency);
  if ("commitmentPeriod" in explanation) return stepsOfCommitment(explanation, currency);
  return stepsOfUsage(explanation, currency);
}

function stepsOfPeriod({ segments, fullPeriod, discounts, total }: Explanation, currency: string): Step[] {
  return [
    ...segments.flatMap((segment): Step[] => [
      ...segment.tiers.map(
        (tier): Step => [
          `${dayRange(segment.from, segment.to)}: ${quantity(tier.quantity)} × ${
            tier.unitPrice === null ? "the price of the period" : unitPrice(tier.unitPrice, currency)
          }${segment.share === "1" ? "" : `, ${segment.share} of the days from ${dayRange(fullPeriod.from, fullPeriod.to)}`}`,
          decimal(tier.amount, currency),
        ],
      ),
    ]),
    ...discounts.map(
      (each): Step => [`Discount${each.note ? `: ${each.note}` : ""}`, decimal(`-${each.reduced}`, currency)],
    ),
    ["Rounded once, at the line", money(total, currency)],
  ];
}

function stepsOfUsage(explanation: UsageExplanation, currency: string): Step[] {
  const { tiers, minimum, maximum, discounts, billed, total, pricedQuantity, period, usageCredit } = explanation;
  return [
    [`Used ${dayRange(period.from, period.to)}: ${quantity(pricedQuantity)}`, undefined],
    ...tiers.map(
      (tier): Step => [
        `${quantity(tier.quantity)} × ${tier.unitPrice === null ? "a flat price" : unitPrice(tier.unitPrice, currency)}`,
        decimal(tier.amount, currency),
      ],
    ),
    ...(minimum === null ? [] : [[`At least ${money(minimum)}`, undefined] as Step]),
    ...(maximum === null ? [] : [[`At most ${money(maximum)}`, undefined] as Step]),
    ...discounts.map(
      (each): Step => [`Discount${each.note ? `: ${each.note}` : ""}`, decimal(`-${each.reduced}`, currency)],
    ),
    ...(usageCredit === undefined ? [] : stepsOfCredit(usageCredit)),
    ...(billed === null || isZero(billed) ? [] : [["Billed before", money(`-${billed}`)] as Step]),
    ["Rounded once, at the line", money(total, currency)],
  ];
}

/** The effect of usage credits: the amount deducted from the line, and the amount carried forward. */
function stepsOfCredit({ deducted, carriedForward }: NonNullable<UsageExplanation["usageCredit"]>): Step[] {
  return [
    ...(isZero(deducted) ? [] : [["Credit of usage, deducted", money(`-${deducted}`)] as Step]),
    ...(isZero(carriedForward) ? [] : [["Carried forward to the next bill", money(carriedForward)] as Step]),
  ];
}

function stepsOfCommitment(explanation: CommitmentExplanation, currency: string): Step[] {
  const { commitmentPeriod, committed, consumed, prepaid, shortfall, parts, billed, total } = explanation;
  return [
    [`Committed ${dayRange(commitmentPeriod.from, commitmentPeriod.to)}`, money(committed)],
    ["Drawn down", money(consumed)],
    ...(isZero(prepaid) ? [] : [["Prepaid", money(prepaid)] as Step]),
    ...(isZero(shortfall) ? [] : [["Short of the commitment", money(shortfall)] as Step]),
    ...parts.map(
      (part): Step => [
        `${quantity(part.units)} × ${unitPrice(part.unitPrice, currency)}`,
        decimal(part.amount, currency),
      ],
    ),
    ...(billed === null || isZero(billed) ? [] : [["Billed before", money(`-${billed}`)] as Step]),
    ["Rounded once, at the line", money(total, currency)],
  ];
}

/** An exact amount, with at least the digits of its currency; a fraction such as 7497/31 is shown unchanged. */
function decimal(text: string, currency: string): string {
  if (text.includes("/")) return text;
  const [, decimals = ""] = text.split(".");
  return money(text, decimals.length < minorDigits(currency) ? currency : undefined);
}
