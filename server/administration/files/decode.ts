import iconv from 'iconv-lite';

const UTF_8_BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const HANGUL = /\p{Script=Hangul}/u;
const NOT_ASCII = /[\u0080-\u{10ffff}]/u;

/** A file as text, and how it was read. */
export type DecodedText = { readonly text: string; readonly encoding: 'utf-8' | 'cp949' };

const REPLACEMENT_CHARACTER = '\ufffd';

/** The text of a file in UTF-8; null when its bytes are not UTF-8. */
export function utf8Text(bytes: Uint8Array): DecodedText | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, encoding: 'utf-8' };
  } catch {
    return null;
  }
}

/**
 * The text of a table: in UTF-8, or in CP949 as Korean spreadsheets write it. Null when it is neither, or may be both.
 * (Node's `TextDecoder` reads EUC-KR, which lacks 8,822 syllables of CP949.)
 */
export function tableText(bytes: Uint8Array): DecodedText | null {
  if (UTF_8_BYTE_ORDER_MARK.equals(bytes.subarray(0, UTF_8_BYTE_ORDER_MARK.length))) return utf8Text(bytes);
  const unicode = utf8Text(bytes);
  const korean = iconv.decode(Buffer.from(bytes), 'cp949');
  const isKorean = HANGUL.test(korean) && !korean.includes(REPLACEMENT_CHARACTER);
  if (!unicode) return isKorean ? { text: korean, encoding: 'cp949' } : null;
  const mayBeBoth = isKorean && NOT_ASCII.test(unicode.text) && !HANGUL.test(unicode.text);
  return mayBeBoth ? null : unicode;
}
