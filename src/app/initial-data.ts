import { safeText } from '#src/api/safe-text.ts';
import type { InitialData } from '#wire/initial-data.ts';

/** The initial data of the page, without unsafe characters in the texts of the service. */
export function plainInitialData({ summary, client: { clientId, config } }: InitialData): InitialData {
  const { serviceName, displayContent } = config;
  const plainTexts = { serviceName: safeText(serviceName), displayContent: safeText(displayContent) };
  return { summary, client: { clientId, config: { ...config, ...plainTexts } } };
}
