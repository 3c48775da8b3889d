import { lazy } from "react";
import { Page } from "../../parts/page.tsx";
import { UrlTabs } from "../../parts/url-tabs.tsx";

const Commitments = lazy(() => import("./commitments-tab.tsx"));
const Events = lazy(() => import("./events-tab.tsx"));

const tabs = [
  { id: "commitments", title: "Commitments", show: () => <Commitments /> },
  { id: "events", title: "Usage events", show: () => <Events /> },
];

/** What customers committed to use, and what they used. */
export default function UsagePage() {
  return (
    <Page title="Usage and commitments">
      <UrlTabs label="Usage" tabs={tabs} />
    </Page>
  );
}
