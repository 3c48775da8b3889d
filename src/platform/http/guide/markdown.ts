import { posix } from "node:path";
import { Marked } from "marked";

/** A page of the guide as it is in the repository. */
export type Source = {
  /** Path relative to `docs/`, such as `adr/README.md`. */
  readonly path: string;
  readonly text: string;
};

/** The URL of the page. */
export function addressOf(path: string): string {
  return path === "README.md" ? "/docs/guide" : `/docs/guide/${path.replace(/\.md$/, "")}`;
}

/** The anchor of a heading, in the form of code hosts, so that links work there and here. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}

/**
 * The HTML of a page. Links to other pages of the guide lead to their URLs; other files of the repository are named without a link.
 *
 * @param isPage true if there is a page of the guide at this path, relative to `docs/`
 */
export function htmlOf({ path, text }: Source, isPage: (path: string) => boolean): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        return `<h${depth} id="${anchorOf(heading)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const shown = this.parser.parseInline(tokens);
        const address = addressFrom(path, href, isPage);
        return address === undefined ? shown : `<a href="${address.replaceAll('"', "%22")}">${shown}</a>`;
      },
      table(token) {
        const cells = (row: typeof token.header, tag: "th" | "td") =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("");
        const rows = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
        const head = `<thead><tr>${cells(token.header, "th")}</tr></thead>`;
        // Wide tables scroll by themselves, and with the keyboard too.
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(text, { async: false });
}

function addressFrom(from: string, href: string, isPage: (path: string) => boolean): string | undefined {
  if (/^(?:https?:|#|\/)/.test(href)) return href;
  const [file = "", anchor] = href.split("#");
  const path = posix.join(posix.dirname(from), file);
  if (!isPage(path)) return undefined;
  return `${addressOf(path)}${anchor === undefined ? "" : `#${anchor}`}`;
}
