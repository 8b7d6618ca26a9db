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

async function made(credential: () => Promise<unknown>): Promise<MadePasskey> {
  try {
    return { kind: 'made', credential: await credential() };
  } catch (error) {
    if (!(error instanceof DOMException)) return { kind: 'failed' };
    if (error.name === ALREADY_REGISTERED_ERROR) return { kind: 'known' };
    return { kind: CANCEL_ERRORS.has(error.name) ? 'cancelled' : 'failed' };
  }
}

/** Asks the browser to make a passkey. The question goes away when `signal` is aborted. */
export const createPasskey = (request: CreationRequest, signal: AbortSignal): Promise<MadePasskey> =>
  made(() => create({ publicKey: publicKeyOf(request), signal }));

/** What browsers with conditional create have, and the types of TypeScript do not know yet. */
type Newer = {
  parseCreationOptionsFromJSON(options: unknown): PublicKeyCredentialCreationOptions;
};

/** Has the browser make a passkey without a question, which it does after a password that it has filled in itself. */
export const createConditionally = (request: CreationRequest, signal: AbortSignal): Promise<MadePasskey> =>
  made(async () => {
    const publicKey = (PublicKeyCredential as unknown as Newer).parseCreationOptionsFromJSON(
      publicKeyOf(request),
    );
    const options: CredentialCreationOptions & { mediation: 'conditional' } = {
      publicKey,
      signal,
      mediation: 'conditional',
    };
    const credential = await navigator.credentials.create(options);
    return (credential as PublicKeyCredential).toJSON();
  });
