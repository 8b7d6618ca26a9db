import type { Ctx } from '#server/http/env.ts';
import { countTry } from '#server/http/guard/count-try.ts';
import type { MethodContext } from '#server/login/methods/method.ts';
import type { Portal } from '#server/login/portal.ts';
import type { Subject } from '#server/login/require-proof.ts';
import { type MethodAttempt, type ProvedMethod, verifyMethod } from '#server/login/verify-method.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { methodNamed } from '#wire/methods.ts';
import { parseTokenCode } from '#wire/token-codes.ts';
import type { CallDeps } from './call.ts';

/** The context of a method proof of a login. */
export const loginContext = (session: Session, { clientId }: Subject): MethodContext => ({
  session,
  clientId,
  purpose: 'login',
});

/** Functions that the calls of a login share. */
export function provingIn(portal: Portal, failures: CallDeps['failures']) {
  return {
    /** As `verifyMethod`; limits the tries of an address. */
    proveFrom: async <Read>(
      c: Ctx,
      shown: MethodAttempt,
      readWhenRight: () => Promise<Read>,
    ): Promise<ProvedMethod & { readonly read: Read }> =>
      verifyMethod(portal, shown, () => countTry(c, failures, portal.config), readWhenRight),
    /** Records service and method of the attempt, for the audit of a refusal. */
    setAttempt(c: Ctx, clientId: string, typeCode: string): void {
      const tokenCode = parseTokenCode(typeCode);
      const client = portal.client(clientId)?.clientId ?? '';
      c.set('attempt', { client, method: tokenCode ? methodNamed(tokenCode) : '' });
    },
  };
}
