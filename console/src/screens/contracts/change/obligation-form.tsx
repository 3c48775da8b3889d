import { TextInput } from "@mantine/core";
import { useState } from "react";
import { day } from "../../../format/day.ts";
import { isAmount, money } from "../../../format/money.ts";
import { DayField } from "../../../parts/day-field.tsx";
import { write } from "../../../preview/write.ts";
import { useToday } from "../../../shell/use-month.ts";
import type { ObligationRow } from "../obligation-rows.ts";
import { useContract, useContractId } from "../use-contract.ts";
import classes from "./change-page.module.css";
import { type SetWrite, useWrite } from "./form.ts";
import { ReasonChoice } from "./reason-choice.tsx";

type Props = { readonly row: ObligationRow; readonly setWrite: SetWrite };

/** Changes the price, standalone selling price or service of a performance obligation. Empty fields do not change. */
export function ObligationForm({ row, setWrite }: Props) {
  const { record, obligation } = row;
  const contractId = useContractId();
  const isApproved = useContract().data?.status === "APPROVED";
  const today = useToday();
  // A price that follows its billing terms is changed with them.
  const hasPrice =
    record !== null && record.transactionPrice !== null && record.recognitionPattern !== "RECOGNIZE_AS_BILLED";
  const [price, setPrice] = useState(record?.transactionPrice ?? "");
  const [selling, setSelling] = useState(row.standalonePrice ?? "");
  const [start, setStart] = useState(row.from);
  const [end, setEnd] = useState(row.to ?? "");
  const [from, setFrom] = useState(today);
  const [reasonCode, setReasonCode] = useState("");
  const isPriceMoved = hasPrice && price.trim() !== record?.transactionPrice;
  const isSellingMoved = selling.trim() !== (row.standalonePrice ?? "");
  const [isStartMoved, isEndMoved] = [start !== row.from, end !== (row.to ?? "")];
  const isReady =
    (isPriceMoved || isSellingMoved || isStartMoved || isEndMoved) &&
    (!isPriceMoved || isAmount(price)) &&
    (!isSellingMoved || isAmount(selling)) &&
    start !== "" &&
    (end !== "" || row.to === null);
  const reason = reasonCode && { reasonCode: reasonCode as "RENEWAL" | "CONCESSION" | "CORRECTION" };
  const agreed = isApproved && record !== null && from !== "" && { effectiveDate: from };
  const sellingPart = isSellingMoved && { standaloneSellingPrice: selling.trim() };
  const changed =
    record !== null
      ? write("updatePerformanceObligation", {
          id: contractId,
          pobId: row.id,
          body: {
            ...(isPriceMoved && { transactionPrice: price.trim() }),
            ...sellingPart,
            ...(isStartMoved && { serviceStartDate: start }),
            ...(isEndMoved && { serviceEndDate: end }),
            ...agreed,
            ...reason,
          },
        })
      : obligation !== null
        ? write("updateObligation", {
            ...obligation,
            body: {
              ...sellingPart,
              ...(isStartMoved && { revenueStartDate: start }),
              ...(isEndMoved && { revenueEndDate: end }),
              ...reason,
            },
          })
        : undefined;
  useWrite(setWrite, isReady ? changed : undefined);
  return (
    <>
      <div className={classes.pair}>
        {hasPrice && (
          <TextInput
            label="Transaction price"
            description={`Now ${money(record?.transactionPrice ?? "0")}`}
            inputMode="decimal"
            value={price}
            error={isAmount(price) ? undefined : "An amount, such as 1200.00"}
            onChange={(event) => setPrice(event.currentTarget.value)}
          />
        )}
        <TextInput
          label="Standalone price"
          description="What it sells for alone, for all of its service"
          inputMode="decimal"
          value={selling}
          error={selling.trim() === "" || isAmount(selling) ? undefined : "An amount, such as 1200.00"}
          onChange={(event) => setSelling(event.currentTarget.value)}
        />
      </div>
      <div className={classes.pair}>
        <DayField
          label="First day of service"
          description={`Now ${day(row.from)}`}
          required
          value={start}
          onChange={setStart}
        />
        <DayField
          label="Last day of service"
          description={row.to ? `Now ${day(row.to)}` : "Now it has no end"}
          required={row.to !== null}
          value={end}
          onChange={setEnd}
        />
      </div>
      {isApproved && record !== null && (
        <DayField label="Agreed from" description="First day of what is agreed now" value={from} onChange={setFrom} />
      )}
      {isApproved && (isStartMoved || isEndMoved) && <ReasonChoice value={reasonCode} onChange={setReasonCode} />}
    </>
  );
}
