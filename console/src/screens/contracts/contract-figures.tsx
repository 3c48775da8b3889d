import type { Contract } from "@accord/client";
import { useApi } from "../../api/use-api.ts";
import { addMonths, month as monthName } from "../../format/day.ts";
import { isZero, sum } from "../../format/decimal.ts";
import { money } from "../../format/money.ts";
import { Figure, Figures } from "../../parts/figures.tsx";
import { paths } from "../../paths.ts";
import { useClosedThrough, useToday } from "../../shell/use-month.ts";
import { isIssued, netOf } from "./issued.ts";
import { useRevenue, useSchedule } from "./use-contract.ts";

/** The value of the contract, and the progress of billing and revenue. */
export function ContractFigures({ contract }: { contract: Contract }) {
  const { id, totalContractValue, currency } = contract;
  const closedThrough = useClosedThrough();
  const schedule = useSchedule();
  const revenue = useRevenue();
  const balances = useApi(
    "getContractBalances",
    closedThrough === undefined ? false : { month: closedThrough, currency, contractId: id },
  );
  const invoices = schedule.data?.data ?? [];
  const billed = sum(invoices.filter(isIssued).map(netOf));
  const recognized = sum((revenue.data ?? []).filter(({ status }) => status === "POSTED").map(({ amount }) => amount));
  const credited = useCredited(
    contract,
    invoices.filter(isIssued).map(({ issueDate }) => issueDate),
  );
  const position = balances.data?.rows.find((row) => row.id === id);
  const at = closedThrough === undefined ? "no month is closed" : monthName(closedThrough);
  const balance = (of: string | null | undefined) =>
    closedThrough === undefined ? "–" : balances.data === undefined ? undefined : money(of ?? "0");
  const month = useToday().slice(0, 7);
  const recurring = useApi("getAnnualRecurringRevenue", { month, contractId: id, currency });
  const arr = recurring.data?.rows.at(-1)?.closing;
  const positionHref =
    closedThrough && paths.report("contract-balances", { month: closedThrough, currency, contract: id });
  const tab = (name: string) => paths.contract(id, { tab: name });
  return (
    <Figures label="Figures of the contract">
      <Figure
        title="Contract value"
        value={totalContractValue === null ? "open" : money(totalContractValue)}
        note={
          totalContractValue === null
            ? "It has no end"
            : isZero(totalContractValue)
              ? "Usage decides it"
              : "Without tax"
        }
        href={tab("terms")}
      />
      <Figure
        title="ARR"
        value={arr === undefined ? undefined : money(String(arr))}
        note={`Annual recurring revenue, ${monthName(month)}`}
        href={paths.report("arr", { month, currency, contract: id })}
      />
      <Figure
        title="Billed"
        value={schedule.data && money(billed)}
        note={isZero(credited) ? "Issued, without tax" : `Issued, without tax; ${money(credited)} of it credited`}
        href={tab("schedule")}
      />
      <Figure
        title="Recognized"
        value={revenue.data && money(recognized)}
        note="In closed months"
        href={tab("revenue")}
      />
      <Figure
        title="Deferred revenue"
        value={balance(position?.contractLiability)}
        note={`Contract liability, ${at}`}
        href={positionHref}
      />
      <Figure
        title="Unbilled"
        value={balance(
          position === undefined ? undefined : sum([position.unbilledReceivable ?? "0", position.contractAsset ?? "0"]),
        )}
        note={`Receivable and asset, ${at}`}
        href={positionHref}
      />
    </Figures>
  );
}

/** So many months a roll-forward has at most. */
const mostMonths = 60;

/** Credits of the contract's billing: billed less credits equals the revenue of its obligations. Zero until loaded. */
function useCredited({ id, currency }: Contract, issuedOn: readonly string[]): string {
  const endMonth = useToday().slice(0, 7);
  const first = issuedOn.toSorted()[0]?.slice(0, 7);
  const startMonth = first !== undefined && first < endMonth ? first : endMonth;
  const isSelected = first !== undefined && startMonth > addMonths(endMonth, -mostMonths);
  const report = useApi(
    "getContractLiabilityRollForward",
    isSelected && { startMonth, endMonth, currency, contractId: id, groupBy: "contract" },
  ).data;
  return String(report?.rows.find((row) => row.id === id)?.credited ?? "0");
}
