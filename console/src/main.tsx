import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./theme/tokens.css";
import "./theme/global.css";
import "./theme/print.css";
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createConsoleRouter } from "./router.tsx";
import { createQueries } from "./api/queries.ts";
import { cssVariables, theme } from "./theme/theme.ts";

const queryClient = createQueries(() => void router.invalidate());
const router = createConsoleRouter(queryClient);
const root = document.getElementById("root");
if (root === null) throw new Error("The page has no root.");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <Notifications position="bottom-right" limit={4} containerWidth={400} />
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>
  </StrictMode>,
);
