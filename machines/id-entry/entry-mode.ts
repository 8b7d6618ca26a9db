import type { ClientConfig } from '#machines/shared/domain.ts';
import type { PasskeySupport } from '#machines/shared/passkey.ts';

/** How a person identifies: by typing an ID, or by a passkey. */
export type EntryMode = 'id' | 'passkey';

type Entry = { readonly client: ClientConfig | null; readonly mode: EntryMode };

/** Whether the choice of the mode is shown: only when the service offers both (rule 50). */
export const hasModeChoice = (client: ClientConfig | null): boolean =>
  client?.idOtp === true && client.passkey;

/** The current mode; a service that offers one mode leaves no choice (rule 50). */
export function modeOf({ client, mode }: Entry): EntryMode {
  if (!client?.passkey) return 'id';
  return client.idOtp ? mode : 'passkey';
}

/** Whether the service offers passkeys and the browser supports them here. */
export const usesPasskeys = (entry: {
  readonly client: ClientConfig | null;
  readonly support: PasskeySupport;
}): boolean => entry.client?.passkey === true && entry.support === 'supported';
