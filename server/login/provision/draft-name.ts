import type { RandomBytes } from '#server/config/deps.ts';
import type { IdentityMethod } from '#server/config/identity-methods.ts';

/** A new name for a registration that waits for an app. It starts with the identity method of the registration. */
export const draftName = (identityMethod: IdentityMethod, random: RandomBytes): string =>
  `${identityMethod}.${random(16).toString('base64url')}`;

/** The identity method in the name of a draft; null without a draft, as for an administrator's link. */
export const identityMethodOfDraft = (draft: string | null): string | null => draft?.split('.', 1)[0] ?? null;
