import { ContractName } from "../../parts/contract-name.tsx";
import { useUrl } from "../../use-url.ts";
import classes from "./report-controls.module.css";

/** Says that a report is of one contract alone, and opens the whole. */
export function OneContract({ id }: { id: string }) {
  const [, change] = useUrl();
  return (
    <div className={classes.controls}>
      <span>
        Of <ContractName id={id} /> alone.
      </span>
      <button type="button" className={`${classes.now} no-print`} onClick={() => change({ contract: undefined })}>
        Show all contracts
      </button>
    </div>
  );
}
