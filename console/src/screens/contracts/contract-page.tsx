import { lazy } from "react";
import { dayRange } from "../../format/day.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Page } from "../../parts/page.tsx";
import { Status } from "../../parts/status.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { UrlTabs } from "../../parts/url-tabs.tsx";
import { paths } from "../../paths.ts";
import { Blocked } from "./blocked.tsx";
import { ContractActions } from "./contract-actions.tsx";
import { ContractCharts } from "./contract-charts.tsx";
import { ContractFigures } from "./contract-figures.tsx";
import { useContract } from "./use-contract.ts";

const Terms = lazy(() => import("./tabs/terms-tab.tsx"));
const Obligations = lazy(() => import("./tabs/obligations-tab.tsx"));
const Schedule = lazy(() => import("./tabs/schedule-tab.tsx"));
const Revenue = lazy(() => import("./tabs/revenue-tab.tsx"));
const Journal = lazy(() => import("./tabs/journal-tab.tsx"));
const Amendments = lazy(() => import("./tabs/amendments-tab.tsx"));
const Changes = lazy(() => import("./tabs/changes-tab.tsx"));
const Commitments = lazy(() => import("./tabs/commitments-tab.tsx"));
const File = lazy(() => import("./tabs/file-tab.tsx"));
const Metadata = lazy(() => import("./tabs/metadata-tab.tsx"));
const History = lazy(() => import("./tabs/history-tab.tsx"));

const tabs = [
  { id: "terms", title: "Billing terms", show: () => <Terms /> },
  { id: "obligations", title: "Obligations", show: () => <Obligations /> },
  { id: "schedule", title: "Invoices", show: () => <Schedule /> },
  { id: "revenue", title: "Revenue by month", show: () => <Revenue /> },
  { id: "journal", title: "Journal", show: () => <Journal /> },
  { id: "amendments", title: "Amendments", show: () => <Amendments /> },
  { id: "changes", title: "Changes", show: () => <Changes /> },
  { id: "commitments", title: "Commitments", show: () => <Commitments /> },
  { id: "file", title: "File", show: () => <File /> },
  { id: "metadata", title: "Details", show: () => <Metadata /> },
  { id: "history", title: "History", show: () => <History /> },
];

export default function ContractPage() {
  const contract = useContract();
  const parent = { title: "Contracts", href: paths.contracts() };
  if (contract.data === undefined) {
    return (
      <Page title="Contract" parent={parent}>
        <Loaded of={contract}>{() => null}</Loaded>
      </Page>
    );
  }
  const { name, status, customerId, customerName, startDate, endDate, currency } = contract.data;
  return (
    <Page
      title={name}
      parent={parent}
      badge={<Status code={status} />}
      subtitle={
        <>
          {customerId ? (
            <TextLink href={paths.customer(customerId)}>{customerName}</TextLink>
          ) : (
            <span>No customer yet</span>
          )}
          {startDate && <span>{dayRange(startDate, endDate)}</span>}
          <span>Amounts in {currency}</span>
        </>
      }
      actions={<ContractActions contract={contract.data} />}
    >
      <Blocked contract={contract.data} />
      <ContractFigures contract={contract.data} />
      <ContractCharts contract={contract.data} />
      <UrlTabs label="Parts of the contract" tabs={tabs} />
    </Page>
  );
}
