import type { Screen } from "../../screen.ts";

export const contracts: Screen = { routes: [{ path: "/contracts", load: () => import("./contract-list.tsx") }] };
