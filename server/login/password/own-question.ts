import type { Portal } from '#server/login/portal.ts';
import type { Subject } from '#server/login/require-proof.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { mayResetPassword } from './token.ts';

/** The question that a person has left an answer to; undefined for none, or one that is configured no more. */
export async function ownQuestion(
  { answers, config }: Pick<Portal, 'answers' | 'config'>,
  userId: string,
): Promise<Portal['config']['questions'][number] | undefined> {
  const left = await answers.find(userId);
  return config.questions.find(({ questionId }) => questionId === left?.questionId);
}

/**
 * Whether an answer may prove a person in this session: with a link to change the password, or where it may be reset
 * (decision 184).
 */
export async function mayAnswer(
  portal: Portal,
  session: Session,
  subject: Subject,
  account: Account,
): Promise<boolean> {
  const { clientId, userId } = subject;
  const { selfAuthMethodWhenPwChange } = await portal.passwordSetting(clientId, userId);
  if (selfAuthMethodWhenPwChange === 'selfAuth') return false;
  const link = await portal.marks.find(session, subject, 'link');
  return link?.value.split(' ')[0] === 'change' || mayResetPassword(portal, account, clientId);
}
