import { SELF_AUTH_METHODS, type SelfAuthMethod, type UserTokens } from '#machines/shared/policy.ts';

/** What the states of the choices follow from (decision 113). */
export type WaySource = {
  readonly selfAuth: Readonly<Record<SelfAuthMethod, boolean>>;
  readonly contacts: Pick<UserTokens, 'phoneNumber' | 'internalMail' | 'privateMail'>;
  /** A device, or `offline`; null when there is none. */
  readonly mobileApp: string | null;
};

/** Enabled, disabled or hidden (spec section 2, "Self-authentication screen"). */
export type WayState = 'Y' | 'N' | 'X';

const isOwned = ({ contacts, mobileApp }: WaySource, way: SelfAuthMethod): boolean => {
  switch (way) {
    case 'sms':
      return contacts.phoneNumber !== null;
    case 'internalMail':
    case 'privateMail':
      return contacts[way] !== null;
    case 'mobileOtp':
      return mobileApp !== null;
    case 'push':
      return mobileApp !== null && mobileApp !== 'offline';
  }
};

export const wayState = (source: WaySource, way: SelfAuthMethod): WayState => {
  if (!source.selfAuth[way]) return 'X';
  return isOwned(source, way) ? 'Y' : 'N';
};

/** The way that is chosen on load: SMS if it can be used, else the next that can (spec section 4). */
export const firstWay = (source: WaySource): SelfAuthMethod | null =>
  SELF_AUTH_METHODS.find((way) => wayState(source, way) === 'Y') ?? null;

/** Whether a way sends a code. */
export const isSent = (way: SelfAuthMethod | null): boolean =>
  way === 'sms' || way === 'internalMail' || way === 'privateMail';
