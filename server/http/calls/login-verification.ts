import type { Ctx } from '#server/http/env.ts';
import { countTry } from '#server/http/guard/count-try.ts';
import type { MethodContext } from '#server/login/methods/method.ts';
import type { Portal } from '#server/login/portal.ts';
import type { Subject } from '#server/login/require-proof.ts';
import { type MethodAttempt, type ProvenMethod, verifyMethod } from '#server/login/verify-method.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { wireNameOf } from '#wire/methods.ts';
import { parseTypeCode } from '#wire/type-codes.ts';
import type { CallDeps } from './call.ts';

/** For a verification that reads no further data after its success. */
export const readNothing = async (): Promise<null> => null;

/** The context in which a login verifies a method proof. */
export const loginContext = (session: Session, { clientId }: Subject): MethodContext => ({
  session,
  clientId,
  purpose: 'login',
});

/** Functions that all calls of a login use. */
export function loginVerification(portal: Portal, failures: CallDeps['failures']) {
  return {
    /** Like `verifyMethod`, but limits the tries of the calling network. */
    verifyAttempt: async <Read>(
      c: Ctx,
      attempt: MethodAttempt,
      readOnSuccess: () => Promise<Read>,
    ): Promise<ProvenMethod & { readonly data: Read }> =>
      verifyMethod(portal, attempt, () => countTry(c, failures, portal.config), readOnSuccess),
    /** Stores the service and the method of an attempt, for the audit of a refusal. */
    recordAttempt(c: Ctx, clientId: string, typeCode: string): void {
      const tokenCode = parseTypeCode(typeCode);
      const client = portal.client(clientId)?.clientId ?? '';
      c.set('attempt', { client, method: tokenCode ? wireNameOf(tokenCode) : '' });
    },
  };
}
