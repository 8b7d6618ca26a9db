import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { callerOf } from '#server/http/bearer.ts';
import { idField, readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { queryUserId } from '#server/http/user-id.ts';
import {
  creationOptions,
  REGISTRATION_LIFETIME_MS,
  verifyCreatedPasskey,
} from '#server/login/passkey/registration.ts';
import { relyingParty } from '#server/login/passkey/relying-party.ts';
import { Refusal } from '#server/login/refusal.ts';
import { recordedIdentityCheck } from '#server/login/registration/check-channels.ts';
import { requireRegistrationOf, saveFactor } from '#server/login/registration/checks.ts';
import { factorName } from '#server/login/registration/factor-name.ts';
import { draftOwner, type OpenRegistration } from '#server/login/registration/open.ts';
import { reportRegistered } from '#server/login/registration/report-change.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';
import { tenantOf } from '#wire/tenant.ts';
import type { Call, CallDeps } from './call.ts';
import { registrationResponse, toRegistrationResponse } from './registration-response.ts';

const startBody = v.object({ username: idField, keyname: v.string(), tenantId: v.string() });

const finishBody = v.object({
  userId: idField,
  tokenName: v.string(),
  publicKeyCredential: registrationResponse,
  tenantId: v.string(),
});

const DRAFT_KIND = 'passkey';

/** The calls with which a person registers a passkey (rules 92 and 213). */
export function registerPasskeyCalls({ portal }: CallDeps): readonly Call[] {
  const { devices, registrationDrafts: drafts, config, now } = portal;

  const open = (c: Ctx, userId: string): Promise<OpenRegistration> =>
    requireRegistrationOf(portal, callerOf(c), userId, FACTOR_TYPES.passkey);

  const checkTenant = ({ subject }: OpenRegistration, tenantId: string): void => {
    if (tenantId !== tenantOf(subject.clientId)) throw new Refusal(400, 'malformed');
  };

  /** @throws Refusal 400 for an invalid name, 409 for the name of another passkey of the person */
  const requireFreeName = async (userId: string, typedName: string): Promise<string> => {
    const name = factorName(typedName);
    if ((await devices.passkeys.of(userId)).some((passkey) => passkey.name === name)) {
      throw new Refusal(409, 'nameTaken');
    }
    return name;
  };

  return [
    {
      method: 'POST',
      path: '/data/portal/fido-token/check-name',
      async handle(c) {
        const userId = await queryUserId(c);
        await open(c, userId);
        await requireFreeName(userId, c.req.query('tokenName') ?? '');
        return answer(c);
      },
    },
    {
      method: 'POST',
      path: '/start',
      async handle(c) {
        const { username, keyname, tenantId } = await readBody(c, startBody);
        const userId = await c.get('userIdOf')(username);
        const registration = await open(c, userId);
        checkTenant(registration, tenantId);
        await requireFreeName(userId, keyname);
        const options = await creationOptions(portal, registration.account);
        await drafts.put(draftOwner(registration), DRAFT_KIND, options.challenge, REGISTRATION_LIFETIME_MS);
        return answer(c, { publicKeyCredentialCreationOptions: options });
      },
    },
    {
      method: 'POST',
      path: '/finish',
      async handle(c) {
        const sent = await readBody(c, finishBody);
        const { userId } = sent;
        const registration = await open(c, userId);
        checkTenant(registration, sent.tenantId);
        const challenge = await idempotentRequest().runOnce(DRAFT_KIND, () =>
          drafts.take(draftOwner(registration), DRAFT_KIND),
        );
        const name = await requireFreeName(userId, sent.tokenName);
        const { origin } = relyingParty(config);
        const response = toRegistrationResponse(sent.publicKeyCredential);
        const created = await verifyCreatedPasskey(portal, { response, challenge, origin });
        const passkey = { ...created, userId, name, registeredAt: now() };
        const identityCheck = await recordedIdentityCheck(
          portal,
          registration.account,
          registration.identityMethod,
        );
        await saveFactor(portal, callerOf(c), userId, FACTOR_TYPES.passkey, async () => {
          const outcome = await portal.registrations.addPasskey(passkey, identityCheck);
          if (outcome !== 'added')
            throw new Refusal(409, outcome === 'nameTaken' ? 'nameTaken' : 'passkeyTaken');
          await idempotentRequest().settle({}, []);
        });
        await reportRegistered(portal, registration, FACTOR_TYPES.passkey, created.credentialId);
        return answer(c);
      },
    },
  ];
}
