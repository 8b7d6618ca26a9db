import type { RandomBytes } from '#server/config/deps.ts';
import type { IdentityWay } from '#server/config/identity-ways.ts';

/** A new name for a registration that waits for an app; it starts with the way of the identity check. */
export const draftName = (way: IdentityWay, random: RandomBytes): string =>
  `${way}.${random(16).toString('base64url')}`;

/** The way of the identity check in a name; null for a link of the administrator, which has no registration. */
export const wayOfDraft = (draft: string | null): string | null => draft?.split('.', 1)[0] ?? null;
