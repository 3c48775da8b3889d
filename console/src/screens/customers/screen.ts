import type { Screen } from "../../screen.ts";

export const customers: Screen = {
  routes: [
    { path: "/customers", load: () => import("./customer-list.tsx") },
    { path: "/customers/$id", load: () => import("./customer-page.tsx") },
  ],
};
