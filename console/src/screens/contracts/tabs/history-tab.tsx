import { History } from "../../../parts/history.tsx";
import { useContractId } from "../use-contract.ts";

export default function HistoryTab() {
  return <History entityId={useContractId()} />;
}
