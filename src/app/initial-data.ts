import { safeText } from '#src/api/safe-text.ts';
import type { InitialData } from '#wire/initial-data.ts';

/** The initial data of the page, without unsafe characters in the texts of the service. */
export function safeInitialData({ summary, client: { clientId, config } }: InitialData): InitialData {
  const { serviceName, displayContent } = config;
  const safeTexts = { serviceName: safeText(serviceName), displayContent: safeText(displayContent) };
  return { summary, client: { clientId, config: { ...config, ...safeTexts } } };
}
