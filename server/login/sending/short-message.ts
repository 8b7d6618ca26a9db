/** Maximum length of an SMS in bytes of EUC-KR. A longer text is sent as an LMS (long message service). */
export const SMS_BYTES = 90;

const ELLIPSIS = '…';

/** All characters that have two bytes in EUC-KR (KS X 1001). */
function twoByteCharacters(): ReadonlySet<string> {
  const decoder = new TextDecoder('euc-kr');
  const characters = new Set<string>();
  for (let lead = 0xa1; lead <= 0xfe; lead += 1) {
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) {
      const [character = '', ...furtherCharacters] = decoder.decode(Uint8Array.of(lead, trail));
      if (furtherCharacters.length === 0 && character !== '\ufffd') characters.add(character);
    }
  }
  return characters;
}

/** Computed at the first use. */
let cachedTwoByteCharacters: ReadonlySet<string> | undefined;

/** The number of bytes of a character in EUC-KR; null when EUC-KR does not contain the character. */
function bytesOfCharacter(character: string): 1 | 2 | null {
  if (character < '\u0080') return 1;
  cachedTwoByteCharacters ??= twoByteCharacters();
  return cachedTwoByteCharacters.has(character) ? 2 : null;
}

/** The number of bytes of a text in EUC-KR. A character that EUC-KR does not contain counts as two bytes. */
export const bytesInEucKr = (text: string): number =>
  [...text].reduce((sum, character) => sum + (bytesOfCharacter(character) ?? 2), 0);

/**
 * Removes from a text the characters that EUC-KR does not contain, and shortens the text with an ellipsis.
 * @param maxBytes maximum length of the result in EUC-KR
 */
export function fittedToEucKr(text: string, maxBytes: number): string {
  const characters = [...text.normalize('NFC')].filter((character) => bytesOfCharacter(character) !== null);
  const cleaned = characters.join('').replaceAll(/\s+/g, ' ').trim();
  if (bytesInEucKr(cleaned) <= maxBytes) return cleaned;
  let shortened = '';
  for (const character of cleaned) {
    if (bytesInEucKr(shortened + character + ELLIPSIS) > maxBytes) break;
    shortened += character;
  }
  return shortened === '' ? '' : `${shortened.trimEnd()}${ELLIPSIS}`;
}
