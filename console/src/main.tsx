import "@mantine/core/styles.layer.css";
import "./theme/tokens.css";
import "./theme/global.css";
import "./theme/print.css";
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { createQueries } from "./api/queries.ts";
import { createConsoleRouter } from "./router.tsx";
import { cssVariables, theme } from "./theme/theme.ts";

const Toasts = lazy(() => import("./parts/toasts.tsx"));
const queryClient = createQueries();
const router = createConsoleRouter(queryClient);
const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root.");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <Suspense>
          <Toasts />
        </Suspense>
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>
  </StrictMode>,
);
