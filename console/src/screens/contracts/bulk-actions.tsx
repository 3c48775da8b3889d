import { Button } from "@mantine/core";
import type { Row } from "../../api/use-api.ts";
import { count } from "../../format/money.ts";
import { plural } from "../../format/words.ts";
import type { Chosen } from "../../table/list-table.tsx";
import bar from "./bulk-actions.module.css";
import type { BulkAction } from "./bulk-run.ts";

type Props = { readonly chosen: Chosen<Row<"listContracts">>; readonly begin: (action: BulkAction) => void };

/** Actions for several contracts at once: the ticked ones, or all that the filters select. */
export function BulkActions({ chosen, begin }: Props) {
  const isAll = chosen.count === chosen.total;
  return (
    <div className={bar.bar}>
      <strong>
        {isAll && chosen.total > 1 ? `All ${count(chosen.total)} contracts` : plural(chosen.count, "contract")}
      </strong>
      {!isAll && (
        <Button variant="subtle" onClick={chosen.chooseAll}>
          Choose all {count(chosen.total)} that the filters show
        </Button>
      )}
      <Button onClick={() => begin("CONTRACT_APPROVAL")}>Approve …</Button>
      <Button variant="default" onClick={() => begin("CONTRACT_HOLD")}>
        Hold back …
      </Button>
      <Button variant="default" color="red" onClick={() => begin("CONTRACT_DELETION")}>
        Delete …
      </Button>
      <Button variant="subtle" color="gray" onClick={chosen.clear}>
        Choose none
      </Button>
    </div>
  );
}
