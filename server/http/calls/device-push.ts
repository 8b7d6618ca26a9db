import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { readBody } from '#server/http/body.ts';
import { deviceCallOf } from '#server/http/device-call.ts';
import type { Ctx } from '#server/http/env.ts';
import {
  authenticateDevice,
  type CallingDevice,
  checkAnswerSignature,
} from '#server/login/device/calling-device.ts';
import { pushIdGroups } from '#server/login/push/groups.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { ShownPush } from '#server/storage/repositories/pushes.ts';
import type { Call, CallDeps } from './call.ts';

/** Fields that an app with a public key adds to the decision of the person. */
const signatureFields = { at: v.optional(v.number()), signature: v.optional(v.string()) };

const approvalBody = v.object({ choice: v.string(), ...signatureFields });
const denialBody = v.object(signatureFields);

/** The calls of the mobile app about pushes (docs/device-calls.md). */
export function devicePushCalls({ portal }: CallDeps): readonly Call[] {
  const { pushes } = portal;

  const shownFields = (
    c: Ctx,
    { requestId, clientId, purpose, choices, browser, address, ...times }: ShownPush,
  ) => ({
    id: requestId,
    service: portal.client(clientId)?.serviceName[c.get('language')] ?? '',
    purpose,
    browser,
    address,
    at: times.createdAt,
    validUntil: times.expiresAt,
    choices,
  });

  /** @throws Refusal 404 when the push in the path does not wait for this phone */
  const requireWaitingPush = async (c: Ctx, { account }: CallingDevice): Promise<string> => {
    const pushId = await pushes.findPushId(account.userId, c.req.param('id') ?? '');
    if (pushId === null) throw new Refusal(404, '010_5');
    return pushId;
  };

  const recordDecision = async (
    { account, deviceName: device }: CallingDevice,
    pushId: string,
    outcome: 'approved' | 'denied' | 'mismatched',
  ): Promise<void> => {
    if (!(await pushes.answer(pushId, outcome))) throw new Refusal(404, '010_5');
    portal.audit({ event: `phone.${outcome}`, account: account.userId, method: 'push', device });
  };

  return [
    {
      method: 'GET',
      path: '/device/pushes',
      async handle(c) {
        const { account } = await authenticateDevice(portal, deviceCallOf(c, portal));
        return answer(c, {
          pushes: (await pushes.listPending(account.userId)).map((push) => shownFields(c, push)),
        });
      },
    },
    {
      method: 'POST',
      path: '/device/pushes/:id/approve',
      async handle(c) {
        const device = await authenticateDevice(portal, deviceCallOf(c, portal));
        const { choice, ...signatureData } = await readBody(c, approvalBody);
        checkAnswerSignature(device, { id: c.req.param('id') ?? '', choice, ...signatureData }, portal.now());
        const pushId = await requireWaitingPush(c, device);
        const isCorrect = pushIdGroups(pushId).includes(choice);
        await recordDecision(device, pushId, isCorrect ? 'approved' : 'mismatched');
        if (!isCorrect) throw new Refusal(400, '010_2', { reason: 'pushMismatched' });
        return answer(c);
      },
    },
    {
      method: 'POST',
      path: '/device/pushes/:id/deny',
      async handle(c) {
        const device = await authenticateDevice(portal, deviceCallOf(c, portal));
        const signatureData = await readBody(c, denialBody);
        checkAnswerSignature(
          device,
          { id: c.req.param('id') ?? '', choice: null, ...signatureData },
          portal.now(),
        );
        await recordDecision(device, await requireWaitingPush(c, device), 'denied');
        await portal.reportDenial(device.account.userId);
        return answer(c);
      },
    },
  ];
}
