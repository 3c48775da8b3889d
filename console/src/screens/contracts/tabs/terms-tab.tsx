import type { BillingTerm } from "@accord/client";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useMayWrite } from "../../../api/session.ts";
import { day, dayRange } from "../../../format/day.ts";
import { money, quantity, unitPrice } from "../../../format/money.ts";
import { percent } from "../../../format/percent.ts";
import { price, rhythm, termKind } from "../../../format/terms.ts";
import { plural, word } from "../../../format/words.ts";
import { ButtonLink } from "../../../parts/button-link.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Facts } from "../../../parts/facts.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Status } from "../../../parts/status.tsx";
import { paths } from "../../../paths.ts";
import { ReachDialog } from "../progress/reach-dialog.tsx";
import { useContract, useTerms } from "../use-contract.ts";
import classes from "./terms-tab.module.css";

export default function TermsTab() {
  const contract = useContract();
  return (
    <Loaded of={useTerms()}>
      {(terms) =>
        terms.length === 0 ? (
          <EmptyState title="No billing term yet">
            A billing term says what is billed, how much and when. Add one with “Change”.
          </EmptyState>
        ) : (
          <div className={classes.terms}>
            {terms.map((term) => (
              <Term key={term.id} term={term} currency={contract.data?.currency ?? "USD"} />
            ))}
          </div>
        )
      }
    </Loaded>
  );
}

function Term({ term, currency }: { term: BillingTerm; currency: string }) {
  const mayWrite = useMayWrite();
  const [isReaching, setReaching] = useState(false);
  // Once it is invoiced, its day stays.
  const mayReach = term.trigger === "MILESTONE" && term.invoicedThrough === null;
  const change = (kind: string) => `/contracts/${term.contractId}/change?part=${term.id}&kind=${kind}`;
  return (
    <article className={classes.term} aria-label={term.name}>
      <header className={classes.head}>
        <div>
          <h3>{term.name}</h3>
          <p className={classes.price}>
            {price(term, currency)} {rhythm(term)}
          </p>
        </div>
        {term.status === "TERMINATED" && <Status code="TERMINATED">Terminated</Status>}
        {mayWrite && term.status === "ACTIVE" && (
          <div className={classes.actions}>
            {mayReach && <Button onClick={() => setReaching(true)}>Reached …</Button>}
            {term.seatConfig && (
              <ButtonLink variant="default" href={change("seats")}>
                Seats
              </ButtonLink>
            )}
            <ButtonLink variant="default" href={change("price")}>
              Price
            </ButtonLink>
            <ButtonLink variant="default" href={change("terminate")}>
              Terminate
            </ButtonLink>
            {term.invoicedThrough === null && (
              <ButtonLink variant="default" href={change("delete")}>
                Delete
              </ButtonLink>
            )}
          </div>
        )}
      </header>
      <Facts
        facts={[
          ["Kind", termKind(term.kind)],
          ["Service", dayRange(term.startDate, term.endDate)],
          ["Invoice date", word(term.invoiceDateStrategy)],
          ["Due after", plural(term.netPaymentTerms, "day")],
          term.invoicedThrough !== null && ["Invoiced through", day(term.invoicedThrough)],
          term.discounts.length > 0 && ["Discounts", term.discounts.map(discount).join(", ")],
          term.escalator && [
            "Escalates",
            `${escalation(term.escalator)} every ${term.escalator.everyMonths} months from ${day(term.escalator.firstDate)}`,
          ],
          term.minimumAmount !== null && ["At least", money(term.minimumAmount)],
          term.maximumAmount !== null && ["At most", money(term.maximumAmount)],
          term.trigger === "MILESTONE" && [
            "Milestone",
            term.reachedOn ? `reached ${day(term.reachedOn)}` : "not reached yet",
          ],
          term.commitmentId !== null && [
            "Commitment",
            <a key="c" href={paths.commitment(term.commitmentId)}>
              Its drawdown
            </a>,
          ],
          term.description !== null && ["Text", term.description],
        ]}
      />
      {term.pricing.length > 1 && <Tiers term={term} currency={currency} />}
      {isReaching && <ReachDialog term={term} close={() => setReaching(false)} />}
    </article>
  );
}

function Tiers({ term, currency }: { term: BillingTerm; currency: string }) {
  return (
    <table className={classes.tiers} aria-label={`Tiers of ${term.name}`}>
      <thead>
        <tr>
          <th>From</th>
          <th>Price</th>
          <th>Of</th>
        </tr>
      </thead>
      <tbody>
        {term.pricing.map(({ tier, tierMinimum, amount, amountType }) => (
          <tr key={tier}>
            <td>{quantity(tierMinimum)}</td>
            <td>{unitPrice(amount, currency)}</td>
            <td>{amountType === "PER_ITEM" ? "each unit" : "the tier"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function discount({ type, amount, note }: BillingTerm["discounts"][number]): string {
  const size = type === "PERCENTAGE" ? percent(amount) : money(amount);
  return note ? `${size} (${note})` : size;
}

function escalation({ type, amount }: NonNullable<BillingTerm["escalator"]>): string {
  return type === "PERCENTAGE" ? percent(amount) : money(amount);
}
