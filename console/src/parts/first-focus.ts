/**
 * Sets the initial focus of a dialog: its first field if that is empty, so that one can type at once; else the dialog itself, never the
 * close button, which Enter would press. On a touch screen always the dialog itself, because a field would open the keyboard over it.
 */
export function firstFocus(body: HTMLElement | null): void {
  if (body === null || body.querySelector("[data-autofocus]")) return;
  const first = body.querySelector<HTMLInputElement>("input:not([type=hidden], :disabled), textarea:not(:disabled)");
  const isTyped = first?.matches("textarea, input:not([type=checkbox], [type=radio], [type=file], [aria-haspopup])");
  const begin = first?.value === "" && isTyped && !matchMedia("(pointer: coarse)").matches ? first : body;
  begin.setAttribute("data-autofocus", "");
}
