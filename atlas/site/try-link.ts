import type { PathEvent } from '#atlas/screens/types.ts';

/** Writes a path so that an address holds it. */
export function writePath(path: readonly PathEvent[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(path));
  const text = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Reads the path of an address; without one it starts at the beginning. */
export function readPath(text: string): readonly PathEvent[] {
  try {
    const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const path: unknown = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.codePointAt(0) ?? 0)),
    );
    return Array.isArray(path) ? path : [];
  } catch {
    return [];
  }
}
