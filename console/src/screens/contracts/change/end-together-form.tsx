import { useState } from "react";
import { day, dayRange } from "../../../format/day.ts";
import { DayField } from "../../../parts/day-field.tsx";
import { useContract } from "../use-contract.ts";
import { fileWrite } from "./change-file.ts";
import { endRows, lastEnd, type Part, partsOf } from "./contract-end.ts";
import { type ContractFormProps, useWrite } from "./form.ts";
import { PartChoice } from "./part-choice.tsx";
import { ReasonChoice } from "./reason-choice.tsx";

/** Another end of a contract: extended or shortened as a whole, or with terms that end together from now on. */
export function EndTogetherForm({ terms, commitments, setWrite }: ContractFormProps) {
  const isApproved = useContract().data?.status === "APPROVED";
  const parts = partsOf(terms, commitments);
  const end = lastEnd(parts);
  const [last, setLast] = useState("");
  const [reasonCode, setReasonCode] = useState("");
  // Chosen by default: the terms that end last. Earlier steps of a ramp keep their end, and commitments are extended only if chosen.
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    parts.filter(({ endDate, isCommitment }) => endDate === end && !isCommitment).map(({ id }) => id),
  );
  const moved = parts.filter(({ id }) => chosen.includes(id));
  useWrite(setWrite, last === "" ? undefined : fileWrite(endRows(moved, last, reasonCode)));
  const textOf = (part: Part) => {
    const days = dayRange(part.startDate, part.endDate);
    if (last === "" || !chosen.includes(part.id)) return days;
    if (part.startDate > last) return `${days}, begins later`;
    return part.endDate === last ? `${days}, as it is` : `${days}, then through ${day(last)}`;
  };
  return (
    <>
      <DayField
        label="Last day of service"
        description={end === null ? "Now it has no end." : `Now ${day(end)}. What is chosen below ends on that day.`}
        required
        value={last}
        onChange={setLast}
      />
      {isApproved && <ReasonChoice value={reasonCode} onChange={setReasonCode} />}
      <PartChoice
        legend="What ends on that day"
        {...{ parts, chosen, setChosen, textOf }}
        isOut={(part) => last !== "" && part.startDate > last}
      />
    </>
  );
}
