import type { Account, PasswordSecurity } from './domain.ts';
import { firstWay } from './identity-ways.ts';

/** What decides which proofs a person can give for a new password. */
export type ResetCircumstances = {
  readonly setting: PasswordSecurity;
  /** Null where the server does not say. */
  readonly account: Account | null;
  readonly isInsideApp: boolean;
  /** Absent while nobody knows. */
  readonly mobileApp?: string | null;
};

/** Whether the setting asks for a question, and the person has one, as far as the server says. */
export const canAnswer = ({ setting, account }: Pick<ResetCircumstances, 'setting' | 'account'>): boolean =>
  setting.proof !== 'selfAuth' && account?.hasQuestion !== false;

/** Whether the setting asks for the identity check, and the person has what one of its ways needs. */
export function canBeChecked({ setting, account, ...app }: ResetCircumstances): boolean {
  if (setting.proof === 'qna') return false;
  // A server that does not tell the question is not asked beforehand: the check says what is missing.
  if (account?.hasQuestion === undefined) return true;
  return firstWay({ ...app, offered: setting.selfAuth, contacts: account, basis: null }) !== null;
}
