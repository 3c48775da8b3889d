import type { Screen } from "../../screen.ts";

export const journal: Screen = {
  routes: [
    { path: "/journal", load: () => import("./journal.tsx") },
    { path: "/journal/$id", load: () => import("./entry-page.tsx") },
  ],
};
