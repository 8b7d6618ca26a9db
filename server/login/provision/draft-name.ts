import type { RandomBytes } from '#server/config/deps.ts';
import type { IdentityWay } from '#server/config/identity-ways.ts';

/** A new name for a registration that waits for an app. It starts with the identity way of the registration. */
export const draftName = (way: IdentityWay, random: RandomBytes): string =>
  `${way}.${random(16).toString('base64url')}`;

/** The identity way in the name of a draft; null without a draft, as for an administrator's link. */
export const wayOfDraft = (draft: string | null): string | null => draft?.split('.', 1)[0] ?? null;
