import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { deviceList, deviceNotFound } from '#lab/devices/device-list.ts';
import { type DeviceOwner, findOwner } from '#lab/devices/owners.ts';
import { receivedMessages } from '#lab/messages/outbox.ts';
import type { LabOptions } from '#lab/options.ts';
import { type Bilingual, languageOf } from '#lab/web/language.ts';
import { bodyOf, wantsPage } from '#lab/web/negotiation.ts';
import { sameOriginOnly } from '#lab/web/same-origin.ts';
import { appDisplay } from './app-otp.ts';
import { type PhoneState, phonePage } from './page.ts';
import { fetchWaitingPushes, type PushDecisionResult, sendPushDecision } from './pushes.ts';

type Options = Pick<LabOptions, 'outbox' | 'now' | 'portalUrl' | 'portalFetch'>;

const pushDecision = v.union(
  [
    v.pipe(
      v.object({ choice: v.pipe(v.string(), v.minLength(1)) }),
      v.transform(({ choice }) => ({ choice })),
    ),
    v.pipe(
      v.object({ deny: v.union([v.literal('Y'), v.literal(true)]) }),
      v.transform(() => 'deny' as const),
    ),
  ],
  'needs a choice, or deny',
);

const ANSWERED_NOTICE: Bilingual = { ko: '포털에 답했어요.', en: 'The portal has been answered.' };

/** The pages and JSON calls of the phones: messages, the authenticator app, and decisions on pushes. */
export function phoneRoutes(owners: readonly DeviceOwner[], options: Options): Hono {
  const { outbox, now } = options;

  const phoneStateOf = async (
    c: Context,
    { userId, phoneNumber, devices }: DeviceOwner,
  ): Promise<PhoneState> => ({
    userId,
    phoneNumber: phoneNumber ?? null,
    messages: receivedMessages(outbox, { userId, channels: ['sms'] }),
    app: devices.app ? appDisplay(devices.app, now()) : null,
    pushes: devices.appKey === null ? null : await fetchWaitingPushes(options, devices.appKey, languageOf(c)),
  });

  const answerRequest = async (
    c: Context,
    owner: DeviceOwner,
    { status, message }: PushDecisionResult,
  ): Promise<Response> => {
    if (wantsPage(c)) {
      const notice = status === 200 ? ANSWERED_NOTICE[languageOf(c)] : message;
      return phonePage(c, owner, await phoneStateOf(c, owner), notice);
    }
    return status === 200 ? c.json({ status }) : c.json({ problems: [message] }, status === 404 ? 404 : 400);
  };

  return new Hono()
    .get('/phone', (c) => deviceList(c, 'phone', owners))
    .get('/phone/:userId', async (c) => {
      const owner = findOwner(owners, 'phone', c.req.param('userId'));
      if (!owner) return deviceNotFound(c);
      const state = await phoneStateOf(c, owner);
      return wantsPage(c) ? phonePage(c, owner, state, '') : c.json(state);
    })
    .get('/phone/:userId/pushes/:id', (c) => c.redirect(`/phone/${c.req.param('userId')}`, 303))
    .post('/phone/:userId/pushes/:id', sameOriginOnly, async (c) => {
      const owner = findOwner(owners, 'phone', c.req.param('userId'));
      const key = owner?.devices.appKey;
      if (!owner || !key) return deviceNotFound(c);
      const parsed = v.safeParse(pushDecision, await bodyOf(c));
      if (!parsed.success) return c.json({ problems: parsed.issues.map(({ message }) => message) }, 400);
      return answerRequest(
        c,
        owner,
        await sendPushDecision(options, key, languageOf(c), c.req.param('id'), parsed.output),
      );
    });
}
