import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** While developing, `ACCORD_URL` is the server that answers, with its sessions. */
const server = process.env.ACCORD_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react()],
  build: {
    target: "es2023",
    // A file that is inlined as data: would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What the first screen waits for in any case is one file: in some fifty, each compressed for itself, it is an eighth larger.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", test: /\/src\/main\.tsx$/ }] } } },
  },
  server: { proxy: { "/v3": server, "/v3.1": server, "/docs": server } },
});
