/** A small PDF with one line of text on each page, for tests of uploads. */
export function pdfOf(pages: readonly string[]): Buffer {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...pages.flatMap((text, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * index} 0 R
        /Resources << /Font << /F1 3 0 R >> >> >>`,
      streamOf(Buffer.from(`BT /F1 12 Tf 72 720 Td (${text}) Tj ET`), ""),
    ]),
  ];
  return assemble(objects.map((object) => Buffer.from(object)));
}

/** A PDF of one page whose content stream holds the given bytes. */
export function pdfWithContent(content: Buffer, dictionary: string): Buffer {
  const head = Buffer.from(`<< /Length ${content.length} ${dictionary} >>\nstream\n`);
  return assemble([
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from("<< /Type /Pages /Kids [3 0 R] /Count 1 >>"),
    Buffer.from("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>"),
    Buffer.concat([head, content, Buffer.from("\nendstream")]),
  ]);
}

/** A PDF that cannot be opened without an unknown password. */
export function encryptedPdf(): Buffer {
  const key = "A5".repeat(32);
  const trailer = `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${key}> /U <${key}> >> /ID [<01> <01>]`;
  return assemble(
    ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"].map((object) => Buffer.from(object)),
    trailer,
  );
}

function streamOf(content: Buffer, dictionary: string): string {
  return `<< /Length ${content.length} ${dictionary} >>\nstream\n${content.toString("latin1")}\nendstream`;
}

/** Objects numbered from 1, with the table of their positions. */
function assemble(objects: readonly Buffer[], trailer = ""): Buffer {
  const chunks = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  let length = chunks[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const chunk = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
    chunks.push(chunk);
    length += chunk.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\n`;
  return Buffer.concat([...chunks, Buffer.from(`${table}startxref\n${length}\n%%EOF\n`)]);
}
