import { dayRange } from "../../format/day.ts";
import { isZero } from "../../format/decimal.ts";
import { quantity } from "../../format/money.ts";
import { Status } from "../../parts/status.tsx";
import { UsageLink } from "../../parts/usage-link.tsx";
import { Amount } from "../../table/cell.tsx";
import type { Column } from "../../table/column.ts";
import { DataTable } from "../../table/data-table.tsx";
import type { Drawdown } from "./drawdowns.ts";

type Props = { readonly drawn: readonly Drawdown[]; readonly contractId: string; readonly isMoney: boolean };

/** Each drawdown of a period: its days, the usage with links to its events, and the remaining value. */
export function DrawdownTable({ drawn, contractId, isMoney }: Props) {
  const amount = (text: string) => (isMoney ? <Amount text={text} /> : quantity(text));
  const kind = isMoney ? "money" : "number";
  const columns: readonly Column<Drawdown>[] = [
    { id: "days", title: "Days", value: ({ from, to }) => dayRange(from, to) },
    {
      id: "what",
      title: "Usage",
      value: ({ isExpected }) => (isExpected ? "Expected" : "Used"),
      cell: ({ isExpected }) => <Status code={isExpected ? "EXPECTED" : "USED"} tone={isExpected ? "quiet" : "good"} />,
    },
    {
      id: "used",
      title: "Drawn down",
      kind,
      value: ({ used }) => used,
      cell: ({ used, from, to, isExpected }) =>
        isExpected || isZero(used) ? (
          amount(used)
        ) : (
          <UsageLink contractId={contractId} from={from} to={to}>
            {amount(used)}
          </UsageLink>
        ),
    },
    { id: "left", title: "Left after it", kind, value: ({ left }) => left, cell: ({ left }) => amount(left) },
  ];
  return <DataTable label="Drawdowns" columns={columns} rows={drawn} rowId={({ to }) => to} isWhole />;
}
