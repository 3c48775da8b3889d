import { ContractName } from "../../parts/contract-name.tsx";
import { CustomerName } from "../../parts/customer-name.tsx";
import { useUrl } from "../../use-url.ts";
import classes from "./report-controls.module.css";

type Props = { readonly contractId: string | undefined; readonly customerId: string | undefined };

/** Says of which contract or customer alone a report is, and opens the whole. */
export function NarrowedTo({ contractId, customerId }: Props) {
  const [, change] = useUrl();
  if (contractId === undefined && customerId === undefined) return null;
  return (
    <div className={classes.controls}>
      {contractId && (
        <span>
          Of <ContractName id={contractId} /> alone.
        </span>
      )}
      {customerId && (
        <span>
          Of the contracts of <CustomerName id={customerId} /> alone.
        </span>
      )}
      <button
        type="button"
        className={`${classes.now} no-print`}
        onClick={() => change({ contract: undefined, customer: undefined })}
      >
        Show all
      </button>
    </div>
  );
}
