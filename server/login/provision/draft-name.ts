import type { RandomBytes } from '#server/config/deps.ts';
import type { IdentityWay } from '#server/config/identity-ways.ts';

/** A registration that waits for an app, by the way of the identity check that opened it. */
export const draftName = (way: IdentityWay, random: RandomBytes): string =>
  `${way}.${random(16).toString('base64url')}`;

/** How the person had proved who they are; null for a link of the administrator, which has no registration. */
export const wayOfDraft = (draft: string | null): string | null => draft?.split('.', 1)[0] ?? null;
