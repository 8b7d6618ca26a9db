import { Browser } from '#tests/server/oidc/browser.ts';
import { authnRequest, type RequestValues, redirectAddress } from './requests.ts';
import { type SamlServer, SIGNING_SERVICE } from './saml-server.ts';

const JSON_ONLY = { accept: 'application/json' };

const codeOf = async (response: Response): Promise<string> => {
  const location = response.headers.get('location');
  return location === null ? String((await response.json()).error) : `accepted: ${response.status}`;
};

/** Sends requests to the SAML engine; returns the error of each, or `accepted` with the status. */
export function senderTo(server: SamlServer) {
  const sso = `${server.origin}/saml/sso`;
  const get = async (url: string) => codeOf(await new Browser().open(url, { headers: JSON_ONLY }));
  return {
    get,
    async post(fields: Record<string, string>) {
      const body = new URLSearchParams(fields);
      return codeOf(await new Browser().open(sso, { method: 'POST', headers: JSON_ONLY, body }));
    },
    /** Sends a request of the service that does not sign. */
    sendPlain: (values: RequestValues = {}) => get(redirectAddress(sso, authnRequest(server, values))),
    /** A request, not yet signed, of the service that signs its requests. */
    requestOfSigner: (values: RequestValues = {}) =>
      authnRequest(server, { ...values, origin: SIGNING_SERVICE.origin }),
  };
}
