import type { Account, PasswordSecurity } from './domain.ts';
import { firstEnabledMethod } from './identity-methods.ts';

/** The setting and the data of a person that decide how they can prove their identity before a new password. */
export type ResetProofConditions = {
  readonly setting: PasswordSecurity;
  /** Null when the server does not send it. */
  readonly account: Account | null;
  readonly isInsideApp: boolean;
  /** A device, `offline`, or null when the person has no app; absent while unknown. */
  readonly mobileApp?: string | null;
};

/**
 * Whether the setting allows a question and the person has a question. When the server does not say whether the person has
 * a question, this counts as yes.
 */
export const canAnswerQuestion = ({
  setting,
  account,
}: Pick<ResetProofConditions, 'setting' | 'account'>): boolean =>
  setting.proof !== 'selfAuth' && account?.hasQuestion !== false;

/** Whether the setting allows the identity check and the person has the contact or device of one of its methods. */
export function canPassIdentityCheck({ setting, account, ...app }: ResetProofConditions): boolean {
  if (setting.proof === 'qna') return false;
  // When the server does not send `hasQuestion`, the identity check itself shows what is missing.
  if (account?.hasQuestion === undefined) return true;
  return (
    firstEnabledMethod({ ...app, offered: setting.selfAuth, contacts: account, grantedFor: null }) !== null
  );
}
