import type { Result } from '#machines/shared/result.ts';

/** Whether the portal answered that it does not know the key of the account: the app was removed there. */
export const isUnknownDevice = (answer: Result<unknown>): boolean =>
  !answer.ok && answer.failure.kind === 'rejected' && answer.failure.code === 'unknownDevice';
