import { type CredentialCreationOptionsJSON, create } from '@github/webauthn-json';
import type { CreationRequest, MadePasskey } from '#machines/shared/passkey.ts';

type PublicKey = NonNullable<CredentialCreationOptionsJSON['publicKey']>;

/** What a browser throws when the person lets its question go; and when the authenticator has one already. */
const CANCEL_ERRORS: ReadonlySet<string> = new Set(['NotAllowedError', 'AbortError']);
const ALREADY_REGISTERED_ERROR = 'InvalidStateError';

const publicKeyOf = ({ excludeCredentials = [], ...options }: CreationRequest): PublicKey =>
  ({
    ...options,
    excludeCredentials: excludeCredentials.map((credential) => ({ ...credential, type: 'public-key' })),
  }) as unknown as PublicKey;

/** Asks the browser to make a passkey. The question goes away when `signal` is aborted. */
export async function createPasskey(request: CreationRequest, signal: AbortSignal): Promise<MadePasskey> {
  try {
    return { kind: 'made', credential: await create({ publicKey: publicKeyOf(request), signal }) };
  } catch (error) {
    if (!(error instanceof DOMException)) return { kind: 'failed' };
    if (error.name === ALREADY_REGISTERED_ERROR) return { kind: 'known' };
    return { kind: CANCEL_ERRORS.has(error.name) ? 'cancelled' : 'failed' };
  }
}
