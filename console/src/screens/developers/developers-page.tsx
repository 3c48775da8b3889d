import { lazy } from "react";
import { Page } from "../../parts/page.tsx";
import { UrlTabs } from "../../parts/url-tabs.tsx";

const Keys = lazy(() => import("./tabs/keys-tab.tsx"));
const Webhooks = lazy(() => import("./tabs/webhooks-tab.tsx"));
const Deliveries = lazy(() => import("./tabs/deliveries-tab.tsx"));
const Requests = lazy(() => import("./tabs/requests-tab.tsx"));

const tabs = [
  { id: "keys", title: "API keys", show: () => <Keys /> },
  { id: "webhooks", title: "Webhooks", show: () => <Webhooks /> },
  { id: "deliveries", title: "Deliveries", show: () => <Deliveries /> },
  { id: "requests", title: "Requests", show: () => <Requests /> },
];

/** How other programs reach Accord, and how Accord reaches them. */
export default function DevelopersPage() {
  return (
    <Page
      title="Developers"
      actions={
        <a href="/docs" target="_blank" rel="noreferrer">
          API reference
        </a>
      }
    >
      <UrlTabs label="For developers" tabs={tabs} />
    </Page>
  );
}
