import type { Commitment } from "@accord/client";
import { useParams } from "@tanstack/react-router";
import { useMayWrite } from "../../api/session.ts";
import { useApi } from "../../api/use-api.ts";
import { dayRange } from "../../format/day.ts";
import { isZero } from "../../format/decimal.ts";
import { money, quantity } from "../../format/money.ts";
import { word } from "../../format/words.ts";
import { ButtonLink } from "../../parts/button-link.tsx";
import { ContractName } from "../../parts/contract-name.tsx";
import { CustomerName } from "../../parts/customer-name.tsx";
import { Figure, Figures } from "../../parts/figures.tsx";
import { History } from "../../parts/history.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { Section } from "../../parts/section.tsx";
import { Status } from "../../parts/status.tsx";
import { paths } from "../../paths.ts";
import { useToday } from "../../shell/use-month.ts";
import { BurnDown } from "./burn-down.tsx";
import { commitmentName } from "./commitment-words.ts";
import { PeriodTable } from "./period-table.tsx";
import { ScheduleTable } from "./schedule-table.tsx";

const parent = { title: "Usage and commitments", href: paths.usage() };

/** One commitment: how far it is drawn down, what is to come, and every period with its invoices. */
export default function CommitmentPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const commitment = useApi("getCommitment", { commitmentId: id });
  if (commitment.data === undefined) {
    return (
      <Page title="Commitment" parent={parent}>
        <Loaded of={commitment}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Found commitment={commitment.data} />;
}

function Found({ commitment }: { commitment: Commitment }) {
  const today = useToday();
  const { id, contractId, customerId, status, totals, periods, commitmentUnitType } = commitment;
  const isMoney = commitmentUnitType === "CURRENCY";
  const mayWrite = useMayWrite();
  const currency = useApi("getContract", { id: contractId }).data?.currency;
  const amount = (text: string) => (isMoney ? money(text) : quantity(text));
  const current = periods.find(({ periodStart, periodEnd }) => periodStart <= today && today <= periodEnd);
  return (
    <Page
      title={commitmentName(commitment)}
      parent={parent}
      badge={<Status code={status} />}
      subtitle={
        <>
          {customerId && <CustomerName id={customerId} />}
          <ContractName id={contractId} search={{ tab: "commitments" }} />
          <span>{dayRange(commitment.commitmentStartDate, commitment.commitmentEndDate)}</span>
          <span>{isMoney ? "Committed as money" : "Committed as units"}</span>
          {currency !== undefined && <span>Amounts in {currency}</span>}
        </>
      }
      actions={
        mayWrite &&
        status === "ACTIVE" && <ButtonLink href={`/contracts/${contractId}/change?part=${id}`}>Change</ButtonLink>
      }
    >
      <Figures label="How far it is drawn down">
        {current && (
          <>
            <Figure
              title="Drawn down now"
              value={amount(current.amounts.consumed)}
              note={`of ${amount(current.amounts.committed)}, ${dayRange(current.periodStart, current.periodEnd)}`}
            />
            <Figure title="Left" value={amount(current.amounts.remaining)} note="In the period under way" />
          </>
        )}
        <Figure
          title="Committed in all"
          value={amount(totals.committed)}
          note={`${amount(totals.consumed)} drawn down`}
        />
        <Figure title="Overage" value={money(totals.overages)} note="Used beyond what is committed" />
        {!isZero(totals.trueUps) && (
          <Figure title="True-ups" value={money(totals.trueUps)} note="Not used, and billed" />
        )}
        {!isZero(totals.prepaid) && (
          <Figure title="Prepaid" value={money(totals.prepaid)} note={`${money(totals.prepaidLapsed)} lapsed`} />
        )}
      </Figures>
      <BurnDown commitment={commitment} />
      <Section title="Periods" note="What each of them had, used and billed.">
        <PeriodTable periods={periods} isMoney={isMoney} />
      </Section>
      <Section
        title="What is committed"
        note={`Revenue: ${word(commitment.revenueRecognitionPattern).toLowerCase()}. Not used: ${trueUp(commitment)}.`}
      >
        <ScheduleTable schedules={commitment.schedules} isMoney={isMoney} />
      </Section>
      <Section title="History">
        <History entityId={id} />
      </Section>
    </Page>
  );
}

function trueUp({ trueUpBehavior }: Commitment): string {
  if (trueUpBehavior === "NONE") return "is not billed";
  return trueUpBehavior === "EACH_PERIOD" ? "is billed after each period" : "is billed at the end";
}
