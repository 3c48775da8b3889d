import { Button } from "@mantine/core";
import { useState } from "react";
import { useMayWrite, useSession } from "../../../api/session.ts";
import { type Row, useAll } from "../../../api/use-api.ts";
import { moment } from "../../../format/day.ts";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Section } from "../../../parts/section.tsx";
import { useActorName } from "../../../parts/use-actor-name.ts";
import { PreviewDialog } from "../../../preview/preview-dialog.tsx";
import { write } from "../../../preview/write.ts";
import type { Column } from "../../../table/column.ts";
import { DataTable } from "../../../table/data-table.tsx";
import type { ObligationRow } from "../obligation-rows.ts";
import { useContract } from "../use-contract.ts";
import { DiscountDialog } from "./discount-dialog.tsx";

type Discount = Row<"listDiscountAllocations">;

/**
 * Discounts that are allocated to some obligations only, for a contract whose price is allocated by standalone selling prices. They can be
 * added and removed until the contract is approved.
 */
export function Discounts({ obligations }: { obligations: readonly ObligationRow[] }) {
  const contract = useContract().data;
  const sharing = obligations.filter(({ record, standalonePrice }) => record !== null && standalonePrice !== null);
  if (contract?.allocationMethod !== "RELATIVE_SSP" || sharing.length === 0) return null;
  return <OfContract contractId={contract.id} isOpen={contract.status !== "APPROVED"} sharing={sharing} />;
}

type Props = { readonly contractId: string; readonly isOpen: boolean; readonly sharing: readonly ObligationRow[] };

function OfContract({ contractId, isOpen, sharing }: Props) {
  const list = useAll("listDiscountAllocations", { id: contractId });
  const { merchant } = useSession();
  const nameOf = useActorName();
  const mayChange = useMayWrite() && isOpen;
  const [isNew, setIsNew] = useState(false);
  const [removed, setRemoved] = useState<Discount>();
  const names = new Map(sharing.map(({ id, name }) => [id, name]));
  const columns: readonly Column<Discount>[] = [
    {
      id: "obligations",
      title: "Belongs to",
      value: ({ performanceObligationIds }) => performanceObligationIds.map((id) => names.get(id) ?? "…").join(", "),
    },
    { id: "evidence", title: "Evidence", value: ({ evidence }) => evidence },
    { id: "actor", title: "Stated by", value: ({ actor }) => nameOf(actor) },
    { id: "at", title: "At", value: ({ createdAt }) => moment(createdAt, merchant.timeZone) },
    { id: "discount", title: "Discount", kind: "money", value: ({ discount }) => discount },
    {
      id: "action",
      title: "",
      value: () => "",
      cell: (row) => (
        <Button variant="subtle" size="compact-xs" onClick={() => setRemoved(row)}>
          Share it again
        </Button>
      ),
    },
  ];
  return (
    <Section
      title="Discounts of some obligations only"
      note="All others are shared by what each obligation sells for alone."
      aside={
        mayChange && (
          <Button variant="default" onClick={() => setIsNew(true)}>
            Allocate a discount
          </Button>
        )
      }
    >
      <Loaded of={list}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="Every obligation shares the discount">
              {isOpen
                ? "Where some are regularly sold together at this discount, it belongs to them alone."
                : "Prices were allocated when the contract was approved."}
            </EmptyState>
          ) : (
            <DataTable
              label="Discounts of some obligations"
              columns={columns}
              rows={rows}
              rowId={({ id }) => id}
              hidden={{ action: !mayChange }}
              isWhole
            />
          )
        }
      </Loaded>
      {isNew && <DiscountDialog contractId={contractId} sharing={sharing} close={() => setIsNew(false)} />}
      {removed && (
        <PreviewDialog
          title="Share the discount again"
          verb="Share it"
          write={write("deleteDiscountAllocation", { id: contractId, discountAllocationId: removed.id })}
          close={() => setRemoved(undefined)}
        >
          <p>All obligations share it by what each sells for alone.</p>
        </PreviewDialog>
      )}
    </Section>
  );
}
