import * as v from 'valibot';
import { clientAddress } from '#server/guard/client-address.ts';
import { answer } from '#server/http/answer.ts';
import { idField, readBody } from '#server/http/body.ts';
import { Refusal } from '#server/http/refusal.ts';
import { subjectOf } from '#server/login/earned.ts';
import { maskedTokens, policyAnswer } from '#server/policy/answer.ts';
import type { Call, CallDeps } from './call.ts';

const body = v.object({ userId: idField, clientId: idField });

/** The policy check: the step that an ID is entered with. */
export function policyCalls({ portal, failures }: CallDeps): readonly Call[] {
  return [
    {
      method: 'POST',
      path: '/auth/policy/check',
      async handle(c) {
        const sent = await readBody(c, body);
        const { userId, clientId } = subjectOf(sent.userId, sent.clientId);
        const address = clientAddress(c, portal.config.trustProxy);
        if (failures.isReached(address))
          throw new Refusal(429, 'tooMany', { headers: { 'Retry-After': '60' } });

        if (!portal.client(clientId)) throw new Refusal(403, '016_1');
        const account = portal.accounts.find(userId);
        if (!account) {
          failures.record(address);
          throw new Refusal(404, '000');
        }
        const resolved = portal.policy(userId, clientId);
        if (!resolved.ok) throw new Refusal(403, resolved.errCode);

        portal.proofs.recordPolicyCheck(c.get('visit').ensureSession(), clientId, userId);
        const tokens = maskedTokens(portal.devices, userId);
        const fixed = portal.fixedTokens.find(userId);
        return answer(c, policyAnswer(resolved.policy, account, tokens, fixed));
      },
    },
  ];
}
