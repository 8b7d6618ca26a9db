import { constants, inflateSync } from 'node:zlib';

/** Begins a zlib stream. */
const ZLIB_BYTE = 0x78;

/** A line of a character map: `<code> <character>`, or `<first code> <last code> <first character>`, in hexadecimal digits. */
const CHARACTER_MAP_LINE = /<([\dA-F]+)> (?:<([\dA-F]+)> )?<([\dA-F]{4})>/gi;

/** The characters in the text of a PDF, according to the character maps of its fonts. */
export function charactersIn(pdf: Buffer): ReadonlySet<string> {
  const maps = [...pdf.toString('latin1').matchAll(/stream\r?\n/g)].flatMap(({ index, 0: head }) => {
    const begin = index + head.length;
    const stream = pdf.subarray(begin, pdf.indexOf('endstream', begin));
    // The other streams are pictures.
    const text =
      stream[0] === ZLIB_BYTE
        ? inflateSync(stream, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')
        : '';
    return text.includes('begincmap') ? [text] : [];
  });
  const codes = maps.flatMap((map) =>
    [...map.matchAll(CHARACTER_MAP_LINE)].flatMap(([, from, to = from, first]) => {
      const [begin = 0, end = 0, code = 0] = [from, to, first].map((digits) =>
        Number.parseInt(digits ?? '', 16),
      );
      return Array.from({ length: end - begin + 1 }, (_, index) => code + index);
    }),
  );
  return new Set(codes.map((code) => String.fromCharCode(code)));
}
