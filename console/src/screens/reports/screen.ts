import type { Screen } from "../../screen.ts";

export const reports: Screen = {
  routes: [
    { path: "/reports/trial-balance", load: () => import("./trial-balance.tsx") },
    { path: "/reports/ledger-reconciliation", load: () => import("./ledger-reconciliation.tsx") },
    { path: "/reports/entries", load: () => import("./entries.tsx") },
    { path: "/reports/$name", load: () => import("./report-page.tsx") },
  ],
};
