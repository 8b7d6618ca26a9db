import type { ServerConfig } from '#server/config/schema.ts';
import { serverDocument } from '#server/http/engine-pages/document.ts';
import { explanationPage } from '#server/http/engine-pages/explanation.ts';
import { pageHeaders } from '#server/http/engine-pages/security-headers.ts';
import type { Ctx } from '#server/http/env.ts';
import { RETRY_AFTER_SECONDS, StorageUnavailableError } from '#server/storage/unavailable.ts';
import { requestAddress } from './request-address.ts';

/** The page for a failure of the server or the database. It needs no session, file or script. */
export async function failurePage(
  c: Ctx,
  { branding }: Pick<ServerConfig, 'branding'>,
  error: unknown,
): Promise<Response> {
  const language = c.get('language');
  const isUnavailable = error instanceof StorageUnavailableError;
  const address = requestAddress(c);
  const { markup, style } = await serverDocument(branding, {
    ...explanationPage(language, isUnavailable ? 'unavailable' : 'failed', {
      retryAddress: isUnavailable ? address : null,
    }),
    language,
    address,
  });
  return c.html(markup, isUnavailable ? 503 : 500, {
    ...pageHeaders({ style, script: null, formOrigins: [] }),
    ...(isUnavailable && { 'Retry-After': RETRY_AFTER_SECONDS }),
  });
}
