import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { sessionQuery } from "./api/session.ts";
import { apiQuery } from "./api/use-api.ts";
import { NotFound } from "./parts/not-found.tsx";
import { ScreenFailure } from "./parts/screen-failure.tsx";
import { parseSearch, writeSearch } from "./router-search.ts";
import { screens } from "./screens.ts";
import { Shell } from "./shell/shell.tsx";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** As in `screen.ts`. */
    readonly isOfMonth?: boolean;
  }
}

type Context = { readonly queryClient: QueryClient };

const rootRoute = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFound });

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  component: lazyRouteComponent(() => import("./screens/sign-in/sign-in.tsx")),
});

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session === null) {
      throw redirect({
        href: location.href === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(location.href)}`,
      });
    }
    // Loaded before anything that depends on the day: the clock of a sandbox differs from that of the browser.
    if (session.merchant.isSandbox) await context.queryClient.ensureQueryData(apiQuery("getTestClock"));
  },
  component: Shell,
  errorComponent: ScreenFailure,
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  shellRoute.addChildren([
    ...screens.flatMap(({ routes }) =>
      routes.map(({ path, load, isOfMonth = false }) =>
        createRoute({
          getParentRoute: () => shellRoute,
          path,
          component: lazyRouteComponent(load),
          errorComponent: ScreenFailure,
          staticData: { isOfMonth },
        }),
      ),
    ),
    // Shown inside the shell, so that menu and search are available after a dead link.
    createRoute({ getParentRoute: () => shellRoute, path: "$", component: NotFound }),
  ]),
]);

/** The router of the console. A link that is pointed at loads its screen before it is clicked. */
export function createConsoleRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    parseSearch,
    stringifySearch: writeSearch,
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFound,
  });
}
