import { parseXml } from '#server/config/saml/parse.ts';
import { attribute, childNamed } from '#server/config/saml/read.ts';
import { signedRoot } from '#server/protocols/saml/xml/signature.ts';
import type { Browser } from '#tests/server/oidc/browser.ts';
import { formOf } from './form.ts';
import { authnRequest, type RequestValues, redirectAddress } from './requests.ts';
import type { SamlServer } from './saml-server.ts';

export const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:';
export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';

/** The ID of the request that a redirect to the portal names. */
export const requestIdOf = (response: Response): string =>
  new URL(response.headers.get('location') ?? '', 'http://localhost').searchParams.get('uid') ?? '';

/** The name of the person in an assertion. */
export const nameIdIn = (assertion: Element | null): Element | null => {
  const subject = assertion && childNamed(assertion, ASSERTION, 'Subject');
  return subject && childNamed(subject, ASSERTION, 'NameID');
};

/** The certificate in the metadata of the server. */
export async function certificateOf(server: SamlServer): Promise<string> {
  const metadata = await (await fetch(`${server.origin}/saml/metadata`)).text();
  const body = /<ds:X509Certificate>([^<]+)</.exec(metadata)?.[1] ?? '';
  return `-----BEGIN CERTIFICATE-----\n${body.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** The status codes of a response: the outer one, and the inner one if there is one. */
export function statusCodesOf(response: Element): readonly (string | null)[] {
  const status = childNamed(response, PROTOCOL, 'Status');
  const outer = status && childNamed(status, PROTOCOL, 'StatusCode');
  const inner = outer && childNamed(outer, PROTOCOL, 'StatusCode');
  return [outer, inner].flatMap((code) => (code ? [attribute(code, 'Value')] : []));
}

/** A service that requests logins and checks the responses with the certificate in the metadata of the server. */
export async function requestingService(server: SamlServer) {
  const certificate = await certificateOf(server);
  /** Sends a request by a browser; returns the redirect to the portal. */
  const begin = (browser: Browser, values: RequestValues = {}, relayState?: string) =>
    browser.open(
      redirectAddress(`${server.origin}/saml/sso`, authnRequest(server, values), {
        ...(relayState !== undefined && { relayState }),
      }),
    );
  const resume = (browser: Browser, id: string, query = '?noReauth=Y') =>
    browser.open(`${server.origin}/saml/resume/${id}${query}`);

  /** Begins and resumes a request; returns the page with the form. */
  const openResponse = async (
    browser: Browser,
    values: RequestValues = {},
    relayState?: string,
  ): Promise<Response> => resume(browser, requestIdOf(await begin(browser, values, relayState)));

  /** The response in a form, whose signature is checked as a service would. */
  function responseIn(page: string) {
    const { action, fields } = formOf(page);
    const xml = Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString('utf8');
    const root = signedRoot(xml, parseXml(xml), [certificate]);
    if (!root) throw new Error('The response is not signed');
    const assertion = childNamed(root, ASSERTION, 'Assertion');
    return {
      action,
      relayState: fields['RelayState'],
      xml,
      root,
      status: statusCodesOf(root),
      assertion: assertion && signedRoot(assertion.toString(), parseXml(assertion.toString()), [certificate]),
    };
  }

  return {
    begin,
    resume,
    openResponse,
    responseIn,
    /** Begins and resumes a request; returns the response. */
    answer: async (browser: Browser, values: RequestValues = {}) =>
      responseIn(await (await openResponse(browser, values)).text()),
  };
}
