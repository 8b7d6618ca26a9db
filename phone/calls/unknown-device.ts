import type { Result } from '#machines/shared/result.ts';

/** Whether the portal does not know the key of the account, because the app was removed from the account. */
export const isUnknownDevice = (answer: Result<unknown>): boolean =>
  !answer.ok && answer.failure.kind === 'rejected' && answer.failure.code === 'unknownDevice';
