import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { callerOf } from '#server/http/bearer.ts';
import { idField, readBody } from '#server/http/body.ts';
import type { Ctx } from '#server/http/env.ts';
import { queryUserId } from '#server/http/user-id.ts';
import { endEngineSessionsNamed } from '#server/login/end-engine-sessions.ts';
import { passkeyList } from '#server/login/passkey/passkey-list.ts';
import { Refusal } from '#server/login/refusal.ts';
import { checkManagement } from '#server/login/registration/checks.ts';
import { describeFactor } from '#server/login/registration/describe-factor.ts';
import { methodsOfFactorType } from '#server/login/registration/factor-methods.ts';
import { factorName } from '#server/login/registration/factor-name.ts';
import { draftOwner, type OpenRegistration, requireRegistration } from '#server/login/registration/open.ts';
import { reportChange } from '#server/login/registration/report-change.ts';
import { requiredFactorPredicate } from '#server/login/registration/strength.ts';
import type { Factor } from '#server/storage/repositories/factors.ts';
import type { Call, CallDeps } from './call.ts';

const renameBody = v.object({ userId: idField, name: v.string() });

/** Time in which the repetition of a removal in the same registration succeeds. */
const REPEAT_WINDOW_MS = 30 * 60_000;

/** The calls that list, rename and remove factors, as an extension of spec section 7 (rules 217 to 221). */
export function factorCalls({ portal, engines }: CallDeps): readonly Call[] {
  const { factors, registrations, registrationDrafts: drafts, sessions } = portal;

  /**
   * Opens the registration of a person for the management of factors. It is checked before the existence of a factor is
   * disclosed.
   * @param factorId ID of the factor to change, if any
   */
  const open = async (c: Ctx, userId: string, factorId?: string): Promise<OpenRegistration> => {
    const factorToChange = (await factors.of(userId)).find((factor) => factor.factorId === factorId);
    const change = factorToChange
      ? { methods: methodsOfFactorType(factorToChange.type), isAddition: false }
      : null;
    const registration = await requireRegistration(portal, callerOf(c), userId, change);
    checkManagement(registration);
    return registration;
  };

  const reportFactorChange = (
    { account, identityMethod, browser, address }: OpenRegistration,
    event: 'factor.renamed' | 'factor.removed',
    { type: kind, factorId }: Factor,
  ): void => reportChange(portal, { account, event, kind, factorId, way: identityMethod, browser, address });

  const remove = async (c: Ctx): Promise<Response> => {
    const userId = await queryUserId(c);
    const factorId = c.req.param('factorId') ?? '';
    const registration = await open(c, userId, factorId);
    const { account, session } = registration;
    const removalKey = `removed ${factorId}`;
    const outcome = await registrations.remove(
      userId,
      factorId,
      async (factor) => !(await requiredFactorPredicate(portal, account, await factors.of(userId)))(factor),
    );
    if (outcome === 'last') throw new Refusal(409, 'lastFactor');
    if (outcome === 'absent') {
      if ((await drafts.find(draftOwner(registration), removalKey)) === null)
        throw new Refusal(404, 'notFound');
      return answer(c);
    }
    const { removed } = outcome;
    await drafts.put(draftOwner(registration), removalKey, '', REPEAT_WINDOW_MS);
    const removedMethods = methodsOfFactorType(removed.type);
    const endedSessions = await sessions.endOthers(userId, session, (methods) =>
      methods.some((method) => removedMethods.includes(method)),
    );
    await endEngineSessionsNamed(engines, endedSessions);
    reportFactorChange(registration, 'factor.removed', removed);
    return answer(c);
  };

  return [
    {
      method: 'GET',
      path: '/data/portal/factors',
      async handle(c) {
        const userId = await queryUserId(c);
        const { account } = await open(c, userId);
        const allFactors = await factors.of(userId);
        const isRequired = await requiredFactorPredicate(portal, account, allFactors);
        const descriptions = allFactors.map(async (factor) => ({
          ...(await describeFactor(portal.devices, userId, factor)),
          isRemovable: !isRequired(factor),
          reason: isRequired(factor) ? 'lastFactor' : '',
        }));
        const passkeys = await passkeyList(portal, account);
        return answer(c, { factors: await Promise.all(descriptions), ...(passkeys && { passkeys }) });
      },
    },
    {
      method: 'PUT',
      path: '/data/portal/factors/:factorId',
      async handle(c) {
        const { userId, name } = await readBody(c, renameBody);
        const factorId = c.req.param('factorId') ?? '';
        const registration = await open(c, userId, factorId);
        const outcome = await factors.rename(userId, factorId, factorName(name));
        if (outcome === 'absent') throw new Refusal(404, 'notFound');
        if (outcome === 'taken') throw new Refusal(409, 'nameTaken');
        const renamed = (await factors.of(userId)).find((factor) => factor.factorId === factorId);
        if (renamed) reportFactorChange(registration, 'factor.renamed', renamed);
        return answer(c);
      },
    },
    { method: 'DELETE', path: '/data/portal/factors/:factorId', handle: remove },
  ];
}
