import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { callerOf } from '#server/http/bearer.ts';
import { readBody } from '#server/http/body.ts';
import {
  identityCheckOfOffer,
  type OpenOffer,
  requireOfferToken,
  requireOpenOffer,
} from '#server/login/passkey/offer.ts';
import { offerCookie } from '#server/login/passkey/offer-cookie.ts';
import {
  creationOptions,
  REGISTRATION_LIFETIME_MS,
  verifyCreatedPasskey,
} from '#server/login/passkey/registration.ts';
import { relyingParty } from '#server/login/passkey/relying-party.ts';
import { Refusal } from '#server/login/refusal.ts';
import { factorIdOf, reportChange } from '#server/login/registration/report-change.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import { isNameTooLong } from '#wire/factor-name.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';
import { OFFER_AGAIN_CHOICES } from '#wire/passkey-offer.ts';
import type { Call, CallDeps } from './call.ts';
import { registrationResponse, toRegistrationResponse } from './registration-response.ts';

const finishBody = v.object({ publicKeyCredential: registrationResponse });
const declineBody = v.object({ until: v.picklist(OFFER_AGAIN_CHOICES) });

const DRAFT_KIND = 'passkey-offer';

/** The default name of an offered passkey: browser and system, or only the browser when the whole name is too long. */
function defaultPasskeyName(browser: string): string {
  const [browserOnly = ''] = browser.split(' · ');
  return (isNameTooLong(browser) ? browserOnly : browser) || 'Passkey';
}

/** The calls of the passkey offer after a sign-in by password (rule 253). */
export function passkeyOfferCalls({ portal }: CallDeps): readonly Call[] {
  const { config, registrationDrafts: drafts, now } = portal;
  const draftOwnerOf = ({ session, subject }: OpenOffer) => ({ session, ...subject });

  return [
    {
      method: 'POST',
      path: '/data/portal/passkey-offer/start',
      async handle(c) {
        const offer = await requireOpenOffer(portal, callerOf(c));
        const options = await creationOptions(portal, offer.account);
        await drafts.put(draftOwnerOf(offer), DRAFT_KIND, options.challenge, REGISTRATION_LIFETIME_MS);
        return answer(c, { publicKeyCredentialCreationOptions: options });
      },
    },
    {
      method: 'POST',
      path: '/data/portal/passkey-offer/finish',
      async handle(c) {
        const { publicKeyCredential } = await readBody(c, finishBody);
        const caller = callerOf(c);
        const offer = await requireOpenOffer(portal, caller);
        const { userId } = offer.subject;
        const { browser, address } = caller.requestSession.origin;
        const challenge = await idempotentRequest().runOnce(DRAFT_KIND, () =>
          drafts.take(draftOwnerOf(offer), DRAFT_KIND),
        );
        const { origin } = relyingParty(config);
        const response = toRegistrationResponse(publicKeyCredential);
        const created = await verifyCreatedPasskey(portal, {
          response,
          challenge,
          origin,
          isOffered: true,
        });
        const identityCheck = await identityCheckOfOffer(portal, offer);
        const passkey = { ...created, userId, name: defaultPasskeyName(browser), registeredAt: now() };
        await portal.transaction(async () => {
          await requireOpenOffer(portal, caller);
          if ((await portal.registrations.addPasskey(passkey, identityCheck)) !== 'added')
            throw new Refusal(409, 'passkeyTaken');
          await idempotentRequest().settle({}, []);
        });
        const type = FACTOR_TYPES.passkey;
        const factorId = await factorIdOf(portal, userId, type, created.credentialId);
        const methodNames = offer.provenMethods.join('+');
        const { account } = offer;
        reportChange(portal, {
          account,
          event: 'factor.added',
          kind: type,
          factorId,
          way: methodNames,
          browser,
          address,
        });
        return answer(c);
      },
    },
    {
      method: 'POST',
      path: '/data/portal/passkey-offer/decline',
      async handle(c) {
        const { until } = await readBody(c, declineBody);
        const caller = callerOf(c);
        await requireOfferToken(portal, caller);
        caller.requestSession.addCookies([offerCookie(config).write(until)]);
        return answer(c);
      },
    },
  ];
}
