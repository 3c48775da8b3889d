import { Button, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useMayWrite } from "../api/session.ts";
import { isZero } from "../format/decimal.ts";
import { write } from "../preview/write.ts";
import { ApplyDialog } from "./apply-dialog.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

type Props = {
  /** What is left of the record for the customer, and which. */
  readonly credit: {
    readonly id: string;
    readonly customerId: string;
    readonly currency: string;
    readonly available: string;
  };
  readonly operations:
    | { readonly apply: "applyPayment"; readonly refund: "refundPayment" }
    | { readonly apply: "applyCreditMemo"; readonly refund: "refundCreditMemo" };
  /** The action that reverses or voids all of it: its menu entry and its dialog. */
  readonly undo: { readonly title: string; readonly dialog: (close: () => void) => ReactNode };
};

/** Actions for a payment or a credit memo: apply the rest, refund it, or reverse or void all of it. */
export function CreditActions({ credit, operations, undo }: Props) {
  const mayWrite = useMayWrite();
  const [action, setAction] = useState<"apply" | "refund" | "undo">();
  const close = () => setAction(undefined);
  if (!mayWrite) return null;
  const { id, available } = credit;
  const hasRest = !isZero(available);
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {hasRest && <Menu.Item onClick={() => setAction("refund")}>Refund the rest …</Menu.Item>}
          <Menu.Item color="red" onClick={() => setAction("undo")}>
            {undo.title} …
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {hasRest && <Button onClick={() => setAction("apply")}>Apply to invoices …</Button>}
      {action === "apply" && (
        <ApplyDialog {...credit} close={close} writeOf={(body) => write(operations.apply, { id, body })} />
      )}
      {action === "refund" && (
        <RefundDialog {...credit} close={close} writeOf={(body) => write(operations.refund, { id, body })} />
      )}
      {action === "undo" && undo.dialog(close)}
    </>
  );
}
