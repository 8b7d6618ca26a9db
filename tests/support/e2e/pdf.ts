import { inflateSync } from 'node:zlib';

/** The characters in the text of a PDF, by the maps of its fonts. */
export function charactersIn(pdf: Buffer): ReadonlySet<string> {
  const maps = [...pdf.toString('latin1').matchAll(/stream\r?\n/g)].flatMap(({ index, 0: head }) => {
    const begin = index + head.length;
    const stream = pdf.subarray(begin, pdf.indexOf('endstream', begin));
    // A zlib stream begins with this byte; the other streams are pictures.
    const text = stream[0] === 0x78 ? inflateSync(stream, { finishFlush: 2 }).toString('latin1') : '';
    return text.includes('begincmap') ? [text] : [];
  });
  const codes = maps.flatMap((map) =>
    [...map.matchAll(/<([\dA-F]+)> (?:<([\dA-F]+)> )?<([\dA-F]{4})>/gi)].flatMap(
      ([, from, to = from, first]) => {
        const [begin = 0, end = 0, code = 0] = [from, to, first].map((digits) =>
          Number.parseInt(digits ?? '', 16),
        );
        return Array.from({ length: end - begin + 1 }, (_, index) => code + index);
      },
    ),
  );
  return new Set(codes.map((code) => String.fromCharCode(code)));
}
