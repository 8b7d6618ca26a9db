import { type CredentialRequestOptionsJSON, get } from '@github/webauthn-json';
import type { PasskeyAnswer, PasskeyRequest } from '#machines/shared/passkey.ts';

/** Names of the errors that a browser throws when its prompt is cancelled by the person or the page. */
const CANCEL_ERRORS: ReadonlySet<string> = new Set(['NotAllowedError', 'AbortError']);

const isCancel = (error: unknown): boolean => error instanceof DOMException && CANCEL_ERRORS.has(error.name);

type PublicKey = NonNullable<CredentialRequestOptionsJSON['publicKey']>;

const publicKeyOf = ({ allowCredentials = [], ...options }: PasskeyRequest): PublicKey =>
  ({
    ...options,
    allowCredentials: allowCredentials.map((credential) => ({ ...credential, type: 'public-key' })),
  }) as PublicKey;

/** Encodes ASCII text as base64url. The JSON of an assertion contains only ASCII characters. */
const base64url = (text: string): string =>
  btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/**
 * Has the person prove a passkey. With `conditional`, the browser suggests passkeys in a field and waits until the
 * person chooses one; otherwise it prompts immediately. Aborting `signal` closes the prompt.
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
