import type { Screen } from "../../screen.ts";

export const payments: Screen = {
  routes: [
    { path: "/payments", load: () => import("./payment-list.tsx") },
    { path: "/payments/$id", load: () => import("./payment-page.tsx") },
  ],
};
