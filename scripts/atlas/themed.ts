const QUESTION = /@media \(prefers-color-scheme: ?dark\) ?\{\s*:root ?\{([^}]*)\}\s*\}/g;

/**
 * Lets a page choose light or dark by `data-theme` in place of the device's wish. Throws when the style asks
 * for the wish in a way that would be missed.
 */
export function themed(css: string): string {
  const chosen = css.replace(QUESTION, ':root[data-theme="dark"] {$1}');
  if (chosen.includes('prefers-color-scheme')) throw new Error('A style asks for the dark theme elsewhere');
  return `${chosen}\n:root[data-theme="dark"] { color-scheme: dark; }\n:root[data-theme="light"] { color-scheme: light; }\n`;
}
