import type { RevenueEntry } from "@accord/client";
import { lastDayOf, month } from "../format/day.ts";
import { paths } from "../paths.ts";
import { TextLink } from "./text-link.tsx";
import { UsageLink } from "./usage-link.tsx";

const sources: Readonly<Record<RevenueEntry["source"], { readonly title: string; readonly tab: string }>> = {
  PATTERN: { title: "By its pattern", tab: "obligations" },
  PIN: { title: "Set manually", tab: "obligations" },
  BILLED: { title: "As billed", tab: "schedule" },
  CONSUMED: { title: "As used", tab: "terms" },
  CATCH_UP: { title: "Catch-up of earlier months", tab: "changes" },
  CREDIT_MEMO: { title: "Credit memo", tab: "schedule" },
  BREAKAGE: { title: "Prepaid value that lapsed", tab: "commitments" },
  OPENING: { title: "From the books before", tab: "history" },
};

/** The source of a month's revenue of an obligation, as a link: usage events, or the part of the contract. */
export function RevenueSource({ of }: { of: RevenueEntry }) {
  const { source, contractId, timeframe, earnedTimeframe } = of;
  const { title, tab } = sources[source];
  if (source === "CONSUMED") {
    return (
      <UsageLink contractId={contractId} from={`${timeframe}-01`} to={lastDayOf(timeframe)}>
        {title}
      </UsageLink>
    );
  }
  if (source === "CREDIT_MEMO") {
    const search = { customer: of.customerId ?? undefined, from: `${timeframe}-01`, to: lastDayOf(timeframe) };
    return <TextLink href={paths.creditMemos(search)}>{title}</TextLink>;
  }
  const since = source === "CATCH_UP" && earnedTimeframe !== timeframe;
  return (
    <TextLink href={paths.contract(contractId, { tab })}>
      {title}
      {since && `, since ${month(earnedTimeframe)}`}
    </TextLink>
  );
}
