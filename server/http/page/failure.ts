import type { ServerConfig } from '#server/config/schema.ts';
import { serverDocument } from '#server/http/engine-pages/document.ts';
import { explanationPage } from '#server/http/engine-pages/explanation.ts';
import { pageHeaders } from '#server/http/engine-pages/security-headers.ts';
import type { Ctx } from '#server/http/env.ts';
import { RETRY_SECONDS, StorageLostError } from '#server/storage/lost.ts';
import { requestAddress } from './request-address.ts';

/** The page for server or database failures. It depends on no session, file or script. */
export async function failurePage(
  c: Ctx,
  { branding }: Pick<ServerConfig, 'branding'>,
  error: unknown,
): Promise<Response> {
  const language = c.get('language');
  const isLost = error instanceof StorageLostError;
  const address = requestAddress(c);
  const { markup, style } = await serverDocument(branding, {
    ...explanationPage(language, isLost ? 'unavailable' : 'failed', {
      retryAddress: isLost ? address : null,
    }),
    language,
    address,
  });
  return c.html(markup, isLost ? 503 : 500, {
    ...pageHeaders({ style, script: null, formOrigins: [] }),
    ...(isLost && { 'Retry-After': RETRY_SECONDS }),
  });
}
