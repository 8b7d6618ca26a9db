import { type CredentialRequestOptionsJSON, get } from '@github/webauthn-json';
import type { PasskeyAnswer, PasskeyRequest } from '#machines/shared/passkey.ts';

/** Errors that a browser throws when its prompt is cancelled by the person or the page. */
const CANCEL_ERRORS: ReadonlySet<string> = new Set(['NotAllowedError', 'AbortError']);

const isCancel = (error: unknown): boolean => error instanceof DOMException && CANCEL_ERRORS.has(error.name);

type PublicKey = NonNullable<CredentialRequestOptionsJSON['publicKey']>;

const publicKeyOf = ({ allowCredentials = [], ...options }: PasskeyRequest): PublicKey =>
  ({
    ...options,
    allowCredentials: allowCredentials.map((credential) => ({ ...credential, type: 'public-key' })),
  }) as PublicKey;

/** base64url of ASCII text: an assertion as JSON holds nothing else. */
const base64url = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/**
 * Asks the browser for a passkey. `conditional` waits until the person takes one from the suggestions of a
 * field; otherwise the browser asks at once. The question goes away when `signal` is aborted.
 */
export async function getAssertion(
  request: PasskeyRequest,
  signal: AbortSignal,
  mediation?: 'conditional',
): Promise<PasskeyAnswer> {
  try {
    const assertion = await get({
      publicKey: publicKeyOf(request),
      signal,
      ...(mediation && { mediation }),
    });
    return {
      kind: 'given',
      assertion: base64url(JSON.stringify(assertion)),
      userHandle: assertion.response.userHandle ?? '',
    };
  } catch (error) {
    return { kind: isCancel(error) ? 'cancelled' : 'failed' };
  }
}
