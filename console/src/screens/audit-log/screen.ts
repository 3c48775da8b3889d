import type { Screen } from "../../screen.ts";

export const auditLog: Screen = { routes: [{ path: "/audit-log", load: () => import("./audit-log.tsx") }] };
