import type { Account, PasswordSecurity } from './domain.ts';
import { firstEnabledMethod } from './identity-methods.ts';

/** The setting and the data of a person that decide how they can prove who they are for a new password. */
export type ResetProofConditions = {
  readonly setting: PasswordSecurity;
  /** Null where the server does not say. */
  readonly account: Account | null;
  readonly isInsideApp: boolean;
  /** Absent while it is unknown. */
  readonly mobileApp?: string | null;
};

/** Whether the setting asks for a question, and the person has one, as far as the server says. */
export const canAnswerQuestion = ({
  setting,
  account,
}: Pick<ResetProofConditions, 'setting' | 'account'>): boolean =>
  setting.proof !== 'selfAuth' && account?.hasQuestion !== false;

/** Whether the setting asks for the identity check, and the person has what one of its ways needs. */
export function canPassIdentityCheck({ setting, account, ...app }: ResetProofConditions): boolean {
  if (setting.proof === 'qna') return false;
  // A server that does not tell the question is not asked beforehand: the check says what is missing.
  if (account?.hasQuestion === undefined) return true;
  return (
    firstEnabledMethod({ ...app, offered: setting.selfAuth, contacts: account, grantedFor: null }) !== null
  );
}
