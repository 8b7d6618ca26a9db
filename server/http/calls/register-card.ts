import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { callerOf } from '#server/http/bearer.ts';
import { idField, readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { cardUsageProblem, compareCardCode } from '#server/login/methods/otp-card.ts';
import { Refusal } from '#server/login/refusal.ts';
import { beginAttempt } from '#server/login/registration/begin-attempt.ts';
import { recordedIdentityCheck } from '#server/login/registration/check-channels.ts';
import { requireRegistrationOf, saveFactor } from '#server/login/registration/checks.ts';
import { draftOwner, type OpenRegistration } from '#server/login/registration/open.ts';
import { reportRegistered } from '#server/login/registration/report-change.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { OtpCard } from '#server/storage/repositories/otp-cards.ts';
import type { AttemptLimit } from '#server/storage/repositories/registration-attempts.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';
import type { Call, CallDeps } from './call.ts';

const serialBody = v.object({ userId: idField, sn: v.string() });
const codeBody = v.object({ userId: idField, sn: v.string(), otp: v.string() });

/** A serial number as printed on a card: letters and digits, with or without separators between groups. */
const SERIAL_FORMAT = /^[a-z\d](?:[\s-]?[a-z\d]){3,31}$/i;

const DRAFT_KIND = 'card';
const DRAFT_LIFETIME_MS = 10 * 60_000;

const SERIAL_LIMIT: AttemptLimit = { kind: 'card-serial', max: 10, windowMs: 24 * 60 * 60_000 };
const CODE_LIMIT: AttemptLimit = { kind: 'card-code', max: 5, windowMs: 30 * 60_000 };

/** The calls with which a person registers an OTP card (rule 211). */
export function registerCardCalls({ portal }: CallDeps): readonly Call[] {
  const {
    registrationDrafts: drafts,
    registrationAttempts: attempts,
    devices,
    now,
    localTime,
    config,
  } = portal;

  const open = (c: Ctx, userId: string): Promise<OpenRegistration> =>
    requireRegistrationOf(portal, callerOf(c), userId, FACTOR_TYPES.otpCard);

  /**
   * @throws Refusal 400 for a card of another manufacturer, 404 for an unknown or unusable card, 409 for the card of a
   *   person
   */
  const requireFreeCard = async (typedSerial: string): Promise<OtpCard> => {
    const card = await devices.otpCards.findBySerial(typedSerial);
    if (!card || cardUsageProblem(card, localTime())) throw new Refusal(404, 'unknownCard');
    const { cardMakers } = config;
    if (cardMakers && !cardMakers.includes(card.companyName)) throw new Refusal(400, 'invalidVendor');
    if (card.userId !== null) throw new Refusal(409, 'cardTaken');
    return card;
  };

  return [
    {
      method: 'POST',
      path: '/data/portal/hwotp/validation',
      async handle(c) {
        const { userId, sn } = await readBody(c, serialBody);
        const registration = await open(c, userId);
        if (!SERIAL_FORMAT.test(sn.trim())) throw new Refusal(400, 'invalidSerial');
        await beginAttempt(attempts, userId, SERIAL_LIMIT);
        const { serial, modelCode, companyName, registeredOn } = await requireFreeCard(sn);
        await drafts.put(draftOwner(registration), DRAFT_KIND, serial, DRAFT_LIFETIME_MS);
        return answer(c, { serialNumber: serial, modelCode, companyName, registrationDate: registeredOn });
      },
    },
    {
      method: 'POST',
      path: '/data/portal/hwotp/verification',
      async handle(c) {
        const { userId, sn, otp } = await readBody(c, codeBody);
        const registration = await open(c, userId);
        const validatedSerial = await drafts.find(draftOwner(registration), DRAFT_KIND);
        const sentCard = await devices.otpCards.findBySerial(sn);
        if (validatedSerial === null || sentCard?.serial !== validatedSerial)
          throw new Refusal(401, 'notAuthorized');
        const card = await requireFreeCard(validatedSerial);
        if (!/^\d+$/.test(otp) || otp.length !== card.digits) throw new Refusal(400, '005_4');
        await beginAttempt(attempts, userId, CODE_LIMIT);
        const comparison = compareCardCode(card, otp, now());
        if (comparison.result === 'used') throw new Refusal(400, '005_2');
        if (comparison.result === 'wrong') throw new Refusal(400, '005_1');
        if (comparison.result === 'outOfStep') {
          await devices.otpCards.requireFactor(card.serial, comparison.next);
          throw new Refusal(400, 'nextCode');
        }
        const { factor, drift } = comparison;
        const identityCheck = await recordedIdentityCheck(
          portal,
          registration.account,
          registration.identityMethod,
        );
        const assignment = {
          serial: card.serial,
          factor,
          drift,
          on: localTime().date,
          identityCheck,
        };
        await saveFactor(portal, callerOf(c), userId, FACTOR_TYPES.otpCard, async () => {
          const outcome = await portal.registrations.assignCard(userId, assignment);
          if (outcome === 'taken') throw new Refusal(409, 'cardTaken');
          await attempts.succeed(userId, CODE_LIMIT.kind);
          await drafts.take(draftOwner(registration), DRAFT_KIND);
          await idempotentRequest().settle({}, []);
        });
        await reportRegistered(portal, registration, FACTOR_TYPES.otpCard, card.serial);
        return answer(c);
      },
    },
  ];
}
