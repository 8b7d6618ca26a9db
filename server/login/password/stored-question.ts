import type { Portal } from '#server/login/portal.ts';
import type { Subject } from '#server/login/require-proof.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { mayResetPassword, parseLinkCheckValue } from './grant.ts';

/**
 * The question whose answer a person has stored. Undefined when the person has stored no answer, or when the question
 * is no longer configured.
 */
export async function answeredQuestion(
  { answers, config }: Pick<Portal, 'answers' | 'config'>,
  userId: string,
): Promise<Portal['config']['questions'][number] | undefined> {
  const answer = await answers.find(userId);
  return config.questions.find(({ questionId }) => questionId === answer?.questionId);
}

/**
 * Whether a person may answer their question in this session: after a link to change the password, or when the person
 * may reset the password (rule 184).
 */
export async function mayAnswerQuestion(
  portal: Portal,
  session: Session,
  subject: Subject,
  account: Account,
): Promise<boolean> {
  const { clientId, userId } = subject;
  const { selfAuthMethodWhenPwChange } = await portal.passwordSetting(clientId, userId);
  if (selfAuthMethodWhenPwChange === 'selfAuth') return false;
  const linkCheck = await portal.passedChecks.find(session, subject, 'link');
  const isAfterChangeLink = linkCheck !== null && parseLinkCheckValue(linkCheck.value).kind === 'change';
  return isAfterChangeLink || mayResetPassword(portal, account, clientId);
}
