import type { RandomBytes } from '#server/config/deps.ts';
import type { IdentityMethod } from '#server/config/identity-methods.ts';

/** Creates the name of a registration that waits for an app. It starts with the identity method of the registration. */
export const draftName = (identityMethod: IdentityMethod, random: RandomBytes): string =>
  `${identityMethod}.${random(16).toString('base64url')}`;

/** The identity method in the name of a draft; null when there is no draft, as for a link of an administrator. */
export const identityMethodOfDraft = (draft: string | null): string | null => draft?.split('.', 1)[0] ?? null;
