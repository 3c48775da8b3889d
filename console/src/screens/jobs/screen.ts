import type { Screen } from "../../screen.ts";

export const jobs: Screen = { routes: [{ path: "/jobs", load: () => import("./job-list.tsx") }] };
