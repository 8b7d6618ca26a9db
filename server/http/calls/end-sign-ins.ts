import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { callerOf } from '#server/http/bearer.ts';
import { idField, readBody } from '#server/http/body.ts';
import { endSignInsAndFinishLogin, openSignIns } from '#server/login/end-sign-ins.ts';
import type { Call, CallDeps } from './call.ts';

const PATH = '/data/portal/open-sign-ins';

/** Maximum number of sign-ins that one call can end; lists of open sign-ins are shorter. */
const MAX_SIGN_INS_TO_END = 1000;

const endsBody = v.object({ ends: v.pipe(v.array(idField), v.maxLength(MAX_SIGN_INS_TO_END)) });

/** The calls that list a person's sign-ins elsewhere, and end some of them before a new sign-in (rule 251). */
export function endSignInsCalls({ portal, findRequest, engines }: CallDeps): readonly Call[] {
  return [
    { method: 'GET', path: PATH, handle: async (c) => answer(c, await openSignIns(portal, callerOf(c))) },
    {
      method: 'POST',
      path: `${PATH}/end`,
      async handle(c) {
        const { ends } = await readBody(c, endsBody);
        return answer(c, await endSignInsAndFinishLogin(portal, { findRequest, engines }, callerOf(c), ends));
      },
    },
  ];
}
