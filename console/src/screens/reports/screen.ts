import type { Screen } from "../../screen.ts";

export const reports: Screen = {
  routes: [
    { path: "/reports/trial-balance", load: () => import("./trial-balance.tsx"), isOfMonth: true },
    { path: "/reports/ledger-reconciliation", load: () => import("./ledger-reconciliation.tsx"), isOfMonth: true },
    { path: "/reports/entries", load: () => import("./entries.tsx") },
    { path: "/reports/$name", load: () => import("./report-page.tsx"), isOfMonth: true },
  ],
};
