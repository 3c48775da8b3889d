/** The HTML document around the text of a page, with the list of pages in which the current one is marked. */
export function guidePage({ title, html, pages, address }: GuidePage): string {
  const links = pages.map(({ title: name, address: to }) => {
    const current = to === address ? ' aria-current="page"' : "";
    return `<li><a href="${to}"${current}>${name}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Accord</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/docs/guide.css">
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<nav aria-label="Guide">
<p><a href="/">Accord</a></p>
<ul>
${links.join("\n")}
<li><a href="/docs">API reference</a></li>
</ul>
</nav>
<main id="text">
${html}
</main>
</body>
</html>
`;
}

export type GuidePage = {
  readonly title: string;
  readonly html: string;
  readonly pages: readonly { readonly title: string; readonly address: string }[];
  readonly address: string;
};

export const guideStyle = `
:root { color-scheme: light dark; --ink: #1c1c1c; --soft: #5c5f66; --line: #e3e5e8; --back: #fff; --raised: #f6f7f8; --link: #14532d; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --soft: #a0a4ab; --line: #33363b; --back: #17181a; --raised: #212327; --link: #7fd6a0; }
}
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 15rem minmax(0, 1fr); color: var(--ink); background: var(--back);
  font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
a { color: var(--link); text-underline-offset: 2px; }
nav { position: sticky; top: 0; align-self: start; height: 100vh; overflow: auto; padding: 1.5rem; border-right: 1px solid var(--line); font-size: 0.9rem; }
nav p { margin: 0 0 1rem; font-weight: 650; font-size: 1.05rem; }
nav p a, nav li a { text-decoration: none; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 0.25rem 0.6rem; margin: 0 -0.6rem; border-radius: 6px; color: var(--soft); }
nav li a:hover, nav li a[aria-current] { background: var(--raised); color: var(--ink); }
main { max-width: 52rem; padding: 2rem 2.5rem 6rem; overflow-wrap: break-word; }
h1 { font-size: 1.9rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 0.75rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.75rem 0 0.5rem; scroll-margin-top: 1rem; }
code { font: 0.875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--raised); padding: 0.1em 0.3em; border-radius: 4px; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; overflow: auto; }
pre code { background: none; padding: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; padding: 0.45rem 0.9rem 0.45rem 0; border-bottom: 1px solid var(--line); }
img { max-width: 100%; height: auto; }
.status { color: var(--soft); }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; background: var(--back); padding: 0.5rem; }
@media (max-width: 50rem) {
  body { display: block; }
  nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); }
  nav ul { display: flex; flex-wrap: wrap; gap: 0 1.2rem; }
  main { padding: 1.5rem 1.25rem 4rem; }
}
`;
