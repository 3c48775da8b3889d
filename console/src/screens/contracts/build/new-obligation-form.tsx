import type { BillingTerm, Contract } from "@accord/client";
import { useState } from "react";
import { yearFrom } from "../../../format/day.ts";
import { type Write, write } from "../../../preview/write.ts";
import { useToday } from "../../../shell/use-month.ts";
import { useWrite } from "../change/form.ts";
import { blankDraft, bodyOf, type Draft, draftAfter } from "./obligation-draft.ts";
import { ObligationFields } from "./obligation-fields.tsx";

type Props = {
  readonly contract: Contract;
  /** The term that this one continues at another price. */
  readonly after: BillingTerm | undefined;
  readonly setWrite: (write: Write | undefined) => void;
};

/** One more thing that a contract sells. */
export function NewObligationForm({ contract, after, setWrite }: Props) {
  const today = useToday();
  const start = contract.startDate ?? `${today.slice(0, 8)}01`;
  const [draft, setDraft] = useState<Draft>(() =>
    after ? draftAfter(after) : blankDraft(start, contract.endDate ?? yearFrom(start)),
  );
  const body = bodyOf(draft);
  useWrite(setWrite, body && write("createObligation", { id: contract.id, body }));
  return (
    <ObligationFields
      draft={draft}
      setDraft={setDraft}
      currency={contract.currency}
      mayRamp={false}
      isAllocated={contract.allocationMethod === "RELATIVE_SSP"}
    />
  );
}
