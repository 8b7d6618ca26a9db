import type { PasskeyList } from '#machines/shared/passkey.ts';

/** The signals of WebAuthn 3 (section 5.1.10), which the types of TypeScript do not know yet; a browser may lack any of them. */
type Signals = {
  readonly signalUnknownCredential?: (options: { rpId: string; credentialId: string }) => Promise<void>;
  readonly signalAllAcceptedCredentials?: (options: {
    rpId: string;
    userId: string;
    allAcceptedCredentialIds: readonly string[];
  }) => Promise<void>;
  readonly signalCurrentUserDetails?: (options: {
    rpId: string;
    userId: string;
    name: string;
    displayName: string;
  }) => Promise<void>;
};

const signalsOf = (pageWindow: Window): Signals =>
  (pageWindow as unknown as { readonly PublicKeyCredential?: Signals }).PublicKeyCredential ?? {};

/** Sends signals. Errors are ignored: the browser then keeps its old list, and nothing depends on it. */
const sendSignals = async (signals: readonly (() => Promise<void> | undefined)[]): Promise<void> => {
  await Promise.allSettled(signals.map(async (signal) => signal()));
};

/** Informs the browser of the registered passkeys of a person, and of the person's names (rule 254). */
export const signalPasskeys = (
  pageWindow: Window,
  { rpId, userId, name, displayName, credentialIds }: PasskeyList,
): Promise<void> => {
  const signals = signalsOf(pageWindow);
  return sendSignals([
    () => signals.signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds: credentialIds }),
    () => signals.signalCurrentUserDetails?.({ rpId, userId, name, displayName }),
  ]);
};

/** Informs the browser that the server does not know a passkey that the browser has offered. */
export const signalUnknownPasskey = (pageWindow: Window, rpId: string, credentialId: string): Promise<void> =>
  sendSignals([() => signalsOf(pageWindow).signalUnknownCredential?.({ rpId, credentialId })]);
