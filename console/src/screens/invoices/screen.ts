import type { Screen } from "../../screen.ts";

export const invoices: Screen = {
  routes: [
    { path: "/invoices", load: () => import("./invoice-list.tsx") },
    { path: "/invoices/consolidated/$id", load: () => import("./consolidated-page.tsx") },
    { path: "/invoices/$id", load: () => import("./invoice-page.tsx") },
  ],
};
