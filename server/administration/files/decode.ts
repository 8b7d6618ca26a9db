import iconv from 'iconv-lite';

const UTF_8_BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const HANGUL = /\p{Script=Hangul}/u;
const NOT_ASCII = /[\u0080-\u{10ffff}]/u;

/** The text of a file, and the encoding of the file. */
export type DecodedText = { readonly text: string; readonly encoding: 'utf-8' | 'cp949' };

const REPLACEMENT_CHARACTER = '\ufffd';

/** Decodes a file in UTF-8; returns null when its bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): DecodedText | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, encoding: 'utf-8' };
  } catch {
    return null;
  }
}

/**
 * Decodes a table in UTF-8 or in CP949, which Korean spreadsheets write. Returns null when the bytes are in neither
 * encoding, or could be in both. (`TextDecoder` of Node.js reads only EUC-KR, which lacks 8,822 syllables of CP949.)
 */
export function decodeTable(bytes: Uint8Array): DecodedText | null {
  if (UTF_8_BYTE_ORDER_MARK.equals(bytes.subarray(0, UTF_8_BYTE_ORDER_MARK.length))) return decodeUtf8(bytes);
  const unicode = decodeUtf8(bytes);
  const korean = iconv.decode(Buffer.from(bytes), 'cp949');
  const isKorean = HANGUL.test(korean) && !korean.includes(REPLACEMENT_CHARACTER);
  if (!unicode) return isKorean ? { text: korean, encoding: 'cp949' } : null;
  const isAmbiguous = isKorean && NOT_ASCII.test(unicode.text) && !HANGUL.test(unicode.text);
  return isAmbiguous ? null : unicode;
}
