import { lazy } from "react";
import { Page } from "../../parts/page.tsx";
import { UrlTabs } from "../../parts/url-tabs.tsx";

const Company = lazy(() => import("./tabs/company-tab.tsx"));
const Taxes = lazy(() => import("./tabs/taxes-tab.tsx"));
const Accounts = lazy(() => import("./tabs/accounts-tab.tsx"));
const Chart = lazy(() => import("./tabs/chart-tab.tsx"));
const Rules = lazy(() => import("./tabs/rules-tab.tsx"));
const People = lazy(() => import("./tabs/people-tab.tsx"));
const Approvals = lazy(() => import("./tabs/approvals-tab.tsx"));

const tabs = [
  { id: "company", title: "Company", show: () => <Company /> },
  { id: "taxes", title: "Tax rates", show: () => <Taxes /> },
  { id: "accounts", title: "Accounts", show: () => <Accounts /> },
  { id: "ledger", title: "General ledger", show: () => <Chart /> },
  { id: "rules", title: "Billing rules", show: () => <Rules /> },
  { id: "people", title: "People", show: () => <People /> },
  { id: "approvals", title: "What takes two people", show: () => <Approvals /> },
];

export default function SettingsPage() {
  return (
    <Page title="Settings">
      <UrlTabs label="Settings" tabs={tabs} />
    </Page>
  );
}
