/** Maximum length of an SMS in bytes of EUC-KR; a longer text is sent as an LMS. */
export const SMS_BYTES = 90;

const ELLIPSIS = '…';

/** Every character with two bytes in EUC-KR (KS X 1001). */
function twoByteCharacters(): ReadonlySet<string> {
  const decoder = new TextDecoder('euc-kr');
  const characters = new Set<string>();
  for (let lead = 0xa1; lead <= 0xfe; lead += 1) {
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) {
      const [character = '', ...others] = decoder.decode(Uint8Array.of(lead, trail));
      if (others.length === 0 && character !== '\ufffd') characters.add(character);
    }
  }
  return characters;
}

let twoBytes: ReadonlySet<string> | undefined;

/** Bytes of one character in EUC-KR; null when EUC-KR does not have it. */
function bytesOfCharacter(character: string): 1 | 2 | null {
  if (character < '\u0080') return 1;
  twoBytes ??= twoByteCharacters();
  return twoBytes.has(character) ? 2 : null;
}

/** Bytes of a text in EUC-KR. A character that EUC-KR does not have counts as two. */
export const bytesInEucKr = (text: string): number =>
  [...text].reduce((sum, character) => sum + (bytesOfCharacter(character) ?? 2), 0);

/** The text without characters that EUC-KR does not have, cut with an ellipsis to at most `bytes`. */
export function fittedToEucKr(text: string, bytes: number): string {
  const characters = [...text.normalize('NFC')].filter((character) => bytesOfCharacter(character) !== null);
  const cleaned = characters.join('').replaceAll(/\s+/g, ' ').trim();
  if (bytesInEucKr(cleaned) <= bytes) return cleaned;
  let cut = '';
  for (const character of cleaned) {
    if (bytesInEucKr(cut + character + ELLIPSIS) > bytes) break;
    cut += character;
  }
  return cut === '' ? '' : `${cut.trimEnd()}${ELLIPSIS}`;
}
