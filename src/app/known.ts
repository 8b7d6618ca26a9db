import { plainText } from '#src/api/plain-text.ts';
import type { Known } from '#wire/known.ts';

/** What came with the page, its texts as they may stand on a screen. */
export function plainKnown({ summary, client: { clientId, config } }: Known): Known {
  const { serviceName, displayContent } = config;
  const shown = { serviceName: plainText(serviceName), displayContent: plainText(displayContent) };
  return { summary, client: { clientId, config: { ...config, ...shown } } };
}
