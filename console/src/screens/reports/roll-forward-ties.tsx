import { IconCheck, IconX } from "@tabler/icons-react";
import { useApi } from "../../api/use-api.ts";
import { isZero, negate, subtract, sum } from "../../format/decimal.ts";
import { money } from "../../format/money.ts";
import { Status } from "../../parts/status.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { paths } from "../../paths.ts";
import { type Report, textOf } from "./report.ts";
import classes from "./report-page.module.css";
import type { ReportInput } from "./use-report-input.ts";

const added = ["opening", "billed", "adjusted", "reclassified"];
const taken = ["credited", "writtenOff", "recognized"];
const position = new Set(["CONTRACT_LIABILITY", "CONTRACT_ASSET", "UNBILLED_RECEIVABLE"]);

/** Whether the roll-forward adds up, and whether its closing is what the ledger has. Reckoned here from what is shown. */
export function RollForwardTies({ report, input }: { report: Report; input: ReportInput }) {
  const month = input.endMonth ?? "";
  const trial = useApi("getTrialBalance", { month, ...(input.asOf && { asOf: input.asOf }) });
  const totals = report.totals;
  if (totals === null || report.currency === null) return null;
  const of = (key: string) => textOf(totals, key) ?? "0";
  const closing = of("closing");
  const reckoned = sum([...added.map(of), ...taken.map((key) => negate(of(key)))]);
  const ledger = trial.data?.currencies.find(({ currency }) => currency === report.currency);
  const balance = negate(
    sum((ledger?.accounts ?? []).filter(({ role }) => position.has(role)).map((each) => each.balance)),
  );
  return (
    <div className={classes.ties}>
      <Tie title="Adds up" off={subtract(closing, reckoned)} />
      {trial.data && <Tie title="Ties to the ledger" off={subtract(closing, balance)} />}
      <span className={classes.sum}>
        Opening {money(of("opening"))} + billed {money(of("billed"))} − recognized {money(of("recognized"))} and the
        rest = closing {money(closing)}; the{" "}
        <TextLink href={paths.report("trial-balance", { month })}>trial balance</TextLink> has{" "}
        {trial.data ? money(balance) : "…"}
      </span>
    </div>
  );
}

function Tie({ title, off }: { title: string; off: string }) {
  const ties = isZero(off);
  return (
    <>
      {ties ? (
        <IconCheck size={15} color="var(--good)" aria-hidden />
      ) : (
        <IconX size={15} color="var(--bad)" aria-hidden />
      )}
      <Status code={ties ? "PASSED" : "FAILED"}>{ties ? title : `${title}: off by ${money(off)}`}</Status>
    </>
  );
}
