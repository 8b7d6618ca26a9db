import type { ClientConfig } from '#machines/shared/domain.ts';
import type { PasskeySupport } from '#machines/shared/passkey.ts';

/** How a person identifies: with a typed ID, or with a passkey. */
export type EntryMode = 'id' | 'passkey';

type ModeValues = { readonly client: ClientConfig | null; readonly mode: EntryMode };

/** Whether the choice of the mode is shown: only when the service offers both modes (rule 50). */
export const hasModeChoice = (client: ClientConfig | null): boolean =>
  client?.idOtp === true && client.passkey;

/** The current mode: the chosen mode when the service offers both modes, otherwise the only mode (rule 50). */
export function entryModeOf({ client, mode }: ModeValues): EntryMode {
  if (!client?.passkey) return 'id';
  return client.idOtp ? mode : 'passkey';
}

/** Whether the service offers passkeys, and the browser supports passkeys on this page. */
export const usesPasskeys = (entry: {
  readonly client: ClientConfig | null;
  readonly support: PasskeySupport;
}): boolean => entry.client?.passkey === true && entry.support === 'supported';
