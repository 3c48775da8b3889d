import type { LedgerReconciliation, ReconcileLedgerDto } from "@accord/client";
import { Button, FileInput, Select } from "@mantine/core";
import { useState } from "react";
import { accord } from "../../api/accord.ts";
import { useMayWrite } from "../../api/session.ts";
import { longMonth, monthsUpTo } from "../../format/day.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { Failure } from "../../parts/failure.tsx";
import { useMonth } from "../../shell/use-month.ts";
import { LedgerDifferences } from "./ledger-differences.tsx";
import classes from "./ledger-reconciliation.module.css";
import { ReportFrame } from "./report-frame.tsx";

/** The trial balance of the general ledger, from a file, compared with the journal account by account. */
export default function LedgerReconciliationReport() {
  const mayWrite = useMayWrite();
  const [month] = useMonth();
  return (
    <ReportFrame
      name="ledger-reconciliation"
      title="Ledger reconciliation"
      about={`The trial balance of your general ledger beside the journal, for ${longMonth(month)}.`}
      paper={longMonth(month)}
    >
      {mayWrite ? (
        <Compared key={month} month={month} />
      ) : (
        <EmptyState title="You can look, and not change anything">
          A comparison is kept in the audit log. Ask an owner for another role to make one.
        </EmptyState>
      )}
    </ReportFrame>
  );
}

type Of = NonNullable<ReconcileLedgerDto["of"]>;

/** Another month starts again: the result of one month is never shown under another. */
function Compared({ month }: { month: string }) {
  const [file, setFile] = useState<File | null>(null);
  const [of, setOf] = useState<Of>("BALANCE");
  const [fiscalYearFrom, setFiscalYearFrom] = useState<string | null>(`${month.slice(0, 4)}-01`);
  const [result, setResult] = useState<LedgerReconciliation>();
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const asked = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      set(value);
      setResult(undefined);
      setFailure(undefined);
    };
  };
  const compare = async () => {
    if (file === null) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const year = of === "BALANCE" ? { fiscalYearFrom } : {};
      setResult(await accord.reconcileLedger({ body: { month, of, ...year, csv: await file.text() } }));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <form
        className={`${classes.choice} no-print`}
        onSubmit={(event) => {
          event.preventDefault();
          void compare();
        }}
      >
        <FileInput
          label="Trial balance"
          placeholder="Choose a CSV file"
          accept=".csv,text/csv"
          clearable
          clearButtonProps={{ "aria-label": "Remove the file" }}
          value={file}
          className={classes.file}
          onChange={asked(setFile)}
        />
        <Select
          label="It has"
          data={[
            { value: "BALANCE", label: "Month-end balances" },
            { value: "ACTIVITY", label: "Activity of the month" },
          ]}
          value={of}
          allowDeselect={false}
          onChange={asked((next) => setOf((next ?? "BALANCE") as Of))}
        />
        {of === "BALANCE" && (
          <Select
            label="Revenue counts from"
            placeholder="The beginning"
            clearable
            data={monthsUpTo(month, 12).map((value) => ({ value, label: longMonth(value) }))}
            value={fiscalYearFrom}
            onChange={asked(setFiscalYearFrom)}
          />
        )}
        <Button type="submit" size="sm" loading={busy} disabled={file === null}>
          Compare
        </Button>
      </form>
      {failure !== undefined && <Failure error={failure} />}
      {result !== undefined && <LedgerDifferences of={result} />}
      {result === undefined && failure === undefined && (
        <EmptyState title="Does the general ledger have it?">
          Export its trial balance as CSV, with the columns account and debit and credit, or balance, and currency if
          there are several. Accounts go by their number in the chart of accounts, or by name.
        </EmptyState>
      )}
    </>
  );
}
