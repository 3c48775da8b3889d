/** Has the browser keep a file under a name. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Has the browser fetch a file from a signed address. It is opened under the page's own name of the server, which may have several. */
export function openFile(address: string): void {
  const { pathname, search } = new URL(address, location.href);
  const link = document.createElement("a");
  link.href = `${pathname}${search}`;
  link.download = "";
  link.click();
}
