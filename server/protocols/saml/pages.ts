import type { Context } from 'hono';
import type { Language } from '#i18n/locale.ts';
import { brandingAt } from '#server/config/branding.ts';
import type { ServiceProvider } from '#server/config/client.ts';
import { messageOrigins } from '#server/config/saml/service-provider.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { type ServerPage, serverDocument } from '#server/http/engine-pages/document.ts';
import {
  type ExplanationDetails,
  type ExplanationName,
  explanationPage,
} from '#server/http/engine-pages/explanation.ts';
import { pageLanguage } from '#server/http/engine-pages/language.ts';
import { pageHeaders } from '#server/http/engine-pages/security-headers.ts';
import { signedOutPage } from '#server/http/engine-pages/signed-out.ts';
import { submissionPage } from '#server/http/engine-pages/submission.ts';
import { requestAddress } from '#server/http/page/request-address.ts';
import { RETRY_AFTER_SECONDS } from '#server/storage/unavailable.ts';
import type { SignedMessage } from './messages/signed-message.ts';
import type { RefusalCode, SamlRefusal } from './refusal.ts';
import { logoutPage } from './sign-out-pages.ts';

/** The HTTP statuses of the pages. */
type PageStatus = 200 | 400 | 404 | 405 | 413 | 415 | 500 | 503;

/** The codes of refusals for a request that has ended or expired. */
const ENDED_REQUEST_CODES: ReadonlySet<RefusalCode> = new Set([
  'request_ended',
  'replayed_message',
  'expired_message',
]);

const wantsPage = (c: Context): boolean => c.req.header('accept')?.includes('text/html') ?? false;

/** The pages of the engine, in the language of the person, with a content security policy for each page. */
export function samlPages({
  branding,
  clients,
  serviceProviders,
}: Pick<ServerConfig, 'branding' | 'clients' | 'serviceProviders'>) {
  async function render(
    c: Context,
    build: (language: Language) => Omit<ServerPage, 'language'>,
    formOrigins: readonly string[],
    service: ServiceProvider | null,
    status: PageStatus = 200,
  ): Promise<Response> {
    const language = pageLanguage(c.req.header('cookie') ?? '', c.req.header('accept-language') ?? '');
    const page = build(language);
    const { markup, style } = await serverDocument(brandingAt(branding, service), {
      ...page,
      language,
      address: requestAddress(c),
    });
    return c.html(markup, status, {
      ...pageHeaders({ style, script: page.script ?? null, formOrigins }),
    });
  }

  /** Answers with a page that explains a problem, or with JSON for a client that is not a browser. */
  const explain = (
    c: Context,
    name: ExplanationName,
    status: PageStatus,
    code: string,
    description: string,
    {
      service = null,
      retryAddress = null,
    }: Pick<ExplanationDetails, 'retryAddress'> & { readonly service?: ServiceProvider | null } = {},
  ): Promise<Response> | Response =>
    wantsPage(c)
      ? render(
          c,
          (language) =>
            explanationPage(language, name, { service, retryAddress, details: { code, description } }),
          [],
          service,
          status,
        )
      : c.json({ error: code, error_description: description }, status, { 'Cache-Control': 'no-store' });

  return {
    /**
     * Answers with a form that posts an answer to a service provider. The content security policy allows the form to
     * post only to the registered origins of the service provider.
     */
    submit: (
      c: Context,
      service: ServiceProvider,
      action: string,
      fields: Readonly<Record<string, string>>,
    ): Promise<Response> =>
      render(
        c,
        (language) => submissionPage(language, action, fields),
        messageOrigins(service.metadata),
        service,
      ),

    /**
     * Sends the browser with a LogoutRequest to a service.
     * @param skipAddress the address at which the person can skip the service, at a retry; null at the first attempt
     */
    sendLogoutRequest: (
      c: Context,
      service: ServiceProvider,
      logoutRequest: SignedMessage,
      skipAddress: string | null,
    ): Promise<Response> =>
      render(
        c,
        (language) => logoutPage(language, service, logoutRequest, skipAddress),
        messageOrigins(service.metadata),
        service,
      ),

    /**
     * The last page of a sign-out, with the services that may still have a session.
     * @param unsure service ids of SAML services
     * @param unconfirmed client ids of OpenID services
     * @param onward the address to which the page continues; null for a page that does not continue
     */
    signedOut: (
      c: Context,
      unsure: readonly string[],
      unconfirmed: readonly string[],
      onward: string | null = null,
    ): Promise<Response> =>
      render(
        c,
        (language) =>
          signedOutPage(
            language,
            {
              unsure: serviceProviders.filter(({ serviceId }) => unsure.includes(serviceId)),
              unconfirmed: clients.filter(({ clientId }) => unconfirmed.includes(clientId)),
            },
            onward,
          ),
        [],
        null,
      ),

    refused: (c: Context, { code, message, provider }: SamlRefusal): Promise<Response> | Response =>
      explain(
        c,
        ENDED_REQUEST_CODES.has(code) ? 'ended' : 'refused',
        code === 'too_large' ? 413 : code === 'wrong_method' ? 405 : 400,
        code,
        message,
        { service: provider },
      ),

    failed: (c: Context) => explain(c, 'failed', 500, 'server_error', 'The server failed.'),

    unavailable(c: Context) {
      c.header('Retry-After', RETRY_AFTER_SECONDS);
      const description = 'The server cannot reach its database at the moment.';
      return explain(c, 'unavailable', 503, 'temporarily_unavailable', description, {
        retryAddress: requestAddress(c),
      });
    },

    /** Answers a request of an unknown address: redirects a browser to the error page of the portal. */
    notFound: (c: Context): Response =>
      wantsPage(c)
        ? c.redirect('/error', 303)
        : c.json({ error: 'not_found', error_description: 'There is nothing at this address.' }, 404, {
            'Cache-Control': 'no-store',
          }),
  };
}
