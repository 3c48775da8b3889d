/**
 * Where a dialog begins: in its first field where that is empty, for one types at once, else on what it says. Not on the button that closes
 * it, which Enter would press. What is filled in is read first, and so it is by a finger: a field would bring up the keys over the dialog.
 */
export function firstFocus(body: HTMLElement | null): void {
  if (body === null || body.querySelector("[data-autofocus]")) return;
  const first = body.querySelector<HTMLInputElement>("input:not([type=hidden], :disabled), textarea:not(:disabled)");
  const isTyped = first?.matches("textarea, input:not([type=checkbox], [type=radio], [type=file], [aria-haspopup])");
  const begin = first?.value === "" && isTyped && !matchMedia("(pointer: coarse)").matches ? first : body;
  begin.setAttribute("data-autofocus", "");
}
