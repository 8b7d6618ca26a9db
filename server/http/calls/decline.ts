import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { readBody } from '#server/http/body.ts';
import { declineRequest } from '#server/login/decline.ts';
import type { Call, CallDeps } from './call.ts';

const MAX_ADDRESS_LENGTH = 2048;

const body = v.object({ redirect: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_ADDRESS_LENGTH)) });

/** The call with which a person declines the request of a service (rule 279). */
export function declineCalls({ portal, ...engineDeps }: CallDeps): readonly Call[] {
  return [
    {
      method: 'POST',
      path: '/data/portal/request/decline',
      async handle(c) {
        const { redirect } = await readBody(c, body);
        await declineRequest(portal, engineDeps, c.get('requestSession'), redirect);
        return answer(c, {});
      },
    },
  ];
}
