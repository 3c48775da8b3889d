/** What the guide says of some error codes: `docs/errors.md` has a heading of the third level with all of them. */
export type ErrorSection = { readonly codes: readonly string[]; readonly text: string };

/** The sections of `docs/errors.md`, in their order. */
export function errorSections(page: string): ErrorSection[] {
  return [...page.matchAll(/^### (?<codes>.+)\n(?<text>(?:(?!##).*\n?)*)/gm)].map(({ groups }) => ({
    codes: (groups?.codes ?? "").split(", "),
    text: (groups?.text ?? "").trim(),
  }));
}
