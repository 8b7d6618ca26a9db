import { createHash } from 'node:crypto';

/** The source by which a content security policy allows the inline script or style of a page; 'none' without one. */
export function cspSourceOf(page: string, element: 'script' | 'style'): string {
  const content = new RegExp(`<${element}>([\\s\\S]*?)</${element}>`).exec(page)?.[1];
  return content === undefined
    ? "'none'"
    : `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
