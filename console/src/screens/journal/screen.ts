import type { Screen } from "../../screen.ts";

export const journal: Screen = {
  routes: [
    { path: "/journal", load: () => import("./journal.tsx"), isOfMonth: true },
    { path: "/journal/$id", load: () => import("./entry-page.tsx") },
  ],
};
