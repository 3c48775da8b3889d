import type { InputOf } from "@accord/client";
import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { isNegative, isZero } from "../../../format/decimal.ts";
import { isAmount, money } from "../../../format/money.ts";
import { ReasonField } from "../../../parts/reason-field.tsx";
import { PreviewDialog } from "../../../preview/preview-dialog.tsx";
import { write } from "../../../preview/write.ts";
import type { ObligationRow } from "../obligation-rows.ts";

type Conditions = InputOf<"createDiscountAllocation">["body"]["conditions"];

/** What has to hold, in the order of ASC 606-10-32-37. */
const conditions: readonly { readonly key: keyof Conditions; readonly label: string }[] = [
  { key: "regularlySoldSeparately", label: "Each of the obligations is regularly sold by itself" },
  { key: "bundleRegularlySoldAtDiscount", label: "The chosen ones are regularly sold together at a discount" },
  {
    key: "discountSubstantiallySame",
    label: "That discount is substantially this one, and sales show to which obligations it belongs",
  },
];

type Props = {
  readonly contractId: string;
  /** Those that share the price of the contract. */
  readonly sharing: readonly ObligationRow[];
  readonly close: () => void;
};

/** Has a discount belong to some obligations alone, with what shows that it does, and the revenue that follows. */
export function DiscountDialog({ contractId, sharing, close }: Props) {
  const [discount, setDiscount] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [held, setHeld] = useState<readonly string[]>([]);
  const [evidence, setEvidence] = useState("");
  const amount = discount.trim();
  const isAbove = isAmount(amount) && !isNegative(amount) && !isZero(amount);
  const doAllHold = conditions.every(({ key }) => held.includes(key));
  const isReady = isAbove && chosen.length > 0 && doAllHold && evidence.trim() !== "";
  const body = {
    discount: amount,
    performanceObligationIds: [...chosen],
    conditions: {
      regularlySoldSeparately: held.includes("regularlySoldSeparately"),
      bundleRegularlySoldAtDiscount: held.includes("bundleRegularlySoldAtDiscount"),
      discountSubstantiallySame: held.includes("discountSubstantiallySame"),
    },
    evidence: evidence.trim(),
  };
  return (
    <PreviewDialog
      title="Allocate a discount"
      verb="Allocate it"
      write={isReady ? write("createDiscountAllocation", { id: contractId, body }) : undefined}
      waitingFor="A discount can belong to some obligations only if all three conditions hold. Confirm them and say what shows it, and the revenue that follows is shown here."
      close={close}
    >
      <Checkbox.Group label="Belongs to" value={[...chosen]} onChange={setChosen}>
        {sharing.map(({ id, name, standalonePrice }) => (
          <Checkbox
            key={id}
            mt={6}
            value={id}
            label={name}
            description={standalonePrice && `Sells for ${money(standalonePrice)} alone`}
          />
        ))}
      </Checkbox.Group>
      <TextInput
        label="Discount"
        description="Off what they sell for alone."
        required
        inputMode="decimal"
        value={discount}
        error={amount !== "" && !isAbove}
        onChange={(event) => setDiscount(event.currentTarget.value)}
      />
      <Checkbox.Group label="What holds" description="ASC 606-10-32-37" value={[...held]} onChange={setHeld}>
        {conditions.map(({ key, label }) => (
          <Checkbox key={key} mt={6} value={key} label={label} />
        ))}
      </Checkbox.Group>
      <ReasonField
        label="What shows it"
        description="Kept with your name."
        value={evidence}
        onChange={setEvidence}
        isFirst={false}
      />
    </PreviewDialog>
  );
}
