import type { Portal } from '#server/login/portal.ts';

/** The question that a person has left an answer to; undefined for none, or one that is configured no more. */
export async function ownQuestion(
  { answers, config }: Pick<Portal, 'answers' | 'config'>,
  userId: string,
): Promise<Portal['config']['questions'][number] | undefined> {
  const left = await answers.find(userId);
  return config.questions.find(({ questionId }) => questionId === left?.questionId);
}
