/** A step of a first start, before the console can be used. */
export type StartingStep = { readonly name: string; readonly done: number; readonly total: number };

/** The page at `/` during a first start, with the progress of each step. It needs no file of the console. */
export function startingPage(steps: readonly StartingStep[]): string {
  const rows = steps.map(({ name, done, total }) => {
    const isDone = done >= total;
    const state = isDone ? "done" : total === 1 ? "at work" : `${done} of ${total}`;
    const bar = isDone || total > 1 ? `value="${done}" max="${total}"` : "";
    return `<li><span>${name}</span><span>${state}</span><progress ${bar}></progress></li>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>Accord is starting</title><link rel="icon" href="/favicon.svg">
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center }
main { width: min(28rem, 90vw) }
h1 { font-size: 1.25rem; font-weight: 600; margin: 0 0 .25rem }
p { margin: 0 0 1.5rem; opacity: .7 }
ul { list-style: none; margin: 0; padding: 0 }
li { display: flex; flex-wrap: wrap; justify-content: space-between; margin-bottom: 1rem }
li span:nth-child(2) { opacity: .7; font-variant-numeric: tabular-nums }
progress { width: 100%; height: .5rem; accent-color: #14532d }
</style><script src="/starting.js" defer></script></head>
<body><main><h1>Accord is starting</h1><p>This page goes on by itself. The API answers already.</p>
<ul>${rows.join("\n")}</ul></main></body></html>
`;
}

/** Polls the page until it changes. Reloading the same URL keeps the fragment of a sign-in link, behind its #. */
export const startingScript = `const look = async () => {
  try {
    const text = await (await fetch(location.pathname, { headers: { accept: "text/html" }, cache: "no-store" })).text();
    const page = new DOMParser().parseFromString(text, "text/html");
    if (page.title !== document.title) return location.reload();
    document.querySelector("ul").replaceWith(page.querySelector("ul"));
  } catch {}
  setTimeout(look, 500);
};
setTimeout(look, 500);
`;
