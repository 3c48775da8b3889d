import type { Screen } from "../../screen.ts";

export const usage: Screen = {
  routes: [
    { path: "/usage", load: () => import("./usage-page.tsx") },
    { path: "/usage/commitments/$id", load: () => import("./commitment-page.tsx") },
    { path: "/usage/events/$id", load: () => import("./event-page.tsx") },
  ],
};
