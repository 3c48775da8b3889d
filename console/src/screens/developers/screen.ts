import type { Screen } from "../../screen.ts";

export const developers: Screen = {
  routes: [
    { path: "/developers", load: () => import("./developers-page.tsx") },
    { path: "/developers/requests/$id", load: () => import("./request-page.tsx") },
  ],
};
