import { Checkbox, SegmentedControl, Select } from "@mantine/core";
import { word } from "../../format/words.ts";
import { DayField } from "../../parts/day-field.tsx";
import { MonthField } from "../../parts/month-field.tsx";
import { useToday } from "../../shell/use-month.ts";
import { useUrl } from "../../use-url.ts";
import type { Definition } from "./definitions.ts";
import type { Report } from "./report.ts";
import classes from "./report-controls.module.css";
import { useReportInput } from "./use-report-input.ts";

const roles = [
  "CONTRACT_LIABILITY",
  "CONTRACT_ASSET",
  "UNBILLED_RECEIVABLE",
  "RECEIVABLE",
  "REVENUE",
  "BREAKAGE_REVENUE",
  "CONTRA_REVENUE",
  "TAX_PAYABLE",
  "CUSTOMER_CREDIT",
  "CASH",
  "BAD_DEBT",
  "BAD_DEBT_RECOVERED",
];

/** The settings of a report: grouping, months, currency and `asOf`. All of them are in the address. */
export function ReportControls({ definition, report }: { definition: Definition; report: Report | undefined }) {
  const [url, change] = useUrl();
  const today = useToday();
  const input = useReportInput(definition);
  const { groupings, period, name } = definition;
  const currencies = report ? [report.currency, ...report.otherCurrencies].filter((each) => each !== null) : [];
  return (
    <div className={`${classes.controls} no-print`}>
      {groupings && (
        <SegmentedControl
          aria-label="Rows"
          data={groupings.map((value) => ({ value, label: `By ${value}` }))}
          value={input.groupBy ?? ""}
          onChange={(group) => change({ group })}
        />
      )}
      {name === "revenue" && (
        <SegmentedControl
          aria-label="Which revenue"
          data={[
            { value: "POSTED", label: "Posted" },
            { value: "ALL", label: "With planned" },
          ]}
          value={url.basis ?? "POSTED"}
          onChange={(basis) => change({ basis })}
        />
      )}
      {period === "months" && (
        <div className={classes.months}>
          {(
            [
              ["From", "from", input.startMonth],
              ["to", "to", input.endMonth],
            ] as const
          ).map(([label, name, value]) => (
            <div key={name} className={classes.day}>
              {label}
              <MonthField
                size="xs"
                className={classes.monthField}
                value={value ?? ""}
                aria-label={`${label} month`}
                onChange={(month) => change({ [name]: month })}
              />
            </div>
          ))}
        </div>
      )}
      {period === "activity" && (
        <Select
          size="xs"
          w={260}
          aria-label="Account"
          data={roles.map((value) => ({ value, label: word(value) }))}
          value={input.role ?? null}
          placeholder={url.account}
          onChange={(role) => change({ role: role ?? undefined, account: undefined })}
        />
      )}
      <div className={classes.day}>
        As of
        <DayField
          size="xs"
          className={classes.dayField}
          max={today}
          value={url.asOf ?? ""}
          aria-label="As of the end of this day"
          onChange={(asOf) => change({ asOf: asOf || undefined })}
        />
      </div>
      {url.asOf && (
        <button type="button" className={classes.now} onClick={() => change({ asOf: undefined })}>
          Back to now
        </button>
      )}
      {currencies.length > 1 && (
        <Select
          size="xs"
          w={92}
          aria-label="Currency"
          data={currencies}
          value={report?.currency ?? null}
          allowDeselect={false}
          onChange={(currency) => change({ currency: currency ?? undefined })}
        />
      )}
      <Checkbox
        size="xs"
        label="Whole amounts"
        checked={url.amounts === "whole"}
        onChange={(event) => change({ amounts: event.currentTarget.checked ? "whole" : undefined })}
      />
    </div>
  );
}
