import type { FactorStores, Runtime, Sending, SessionStores } from '#server/login/portal.ts';
import { addressRange } from '#server/login/security-notices/address-range.ts';
import type { SecurityNotice } from '#server/login/security-notices/message.ts';
import type { FactorEvent } from '#server/operations/audit/event.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { type FactorType, factorTypeOf } from '#wire/factor-types.ts';
import { parseTypeCode } from '#wire/type-codes.ts';
import { type OpenRegistration, renewRegistration } from './open.ts';

/** A factor change, and the browser and address from which it was made. */
type FactorChangeReport = {
  readonly account: Account;
  readonly event: FactorEvent['event'];
  readonly kind: FactorEvent['kind'];
  readonly factorId: string;
  readonly way: string;
  readonly browser: string;
  readonly address: string;
};

const NOTICES: Readonly<Record<FactorEvent['event'], SecurityNotice['event'] | null>> = {
  'factor.added': 'factor-added',
  'factor.removed': 'factor-removed',
  'factor.renamed': null,
  'default.changed': 'default-changed',
};

/** Audits a change and notifies the person (rules 200 and 221). */
export function reportChange(
  portal: Runtime & Sending,
  { account, browser, address, ...change }: FactorChangeReport,
): void {
  portal.audit({ ...change, account: account.userId });
  const notice = NOTICES[change.event];
  const factorType = factorTypeOf(parseTypeCode(change.kind));
  if (!notice) return;
  portal.notifyPerson(account, {
    event: notice,
    ...(factorType && { factorType }),
    browser,
    addressRange: addressRange(address),
  });
}

/** The id of an existing factor; empty when there is none. */
export async function factorIdOf(
  { factors }: FactorStores,
  userId: string,
  type: FactorType,
  device: string,
): Promise<string> {
  const factor = (await factors.of(userId)).find((one) => one.type === type && one.device === device);
  return factor?.factorId ?? '';
}

/** Reports a registered factor: renews the registration, notifies the person and audits it. */
export async function reportRegistered(
  portal: Runtime & FactorStores & SessionStores & Sending,
  open: OpenRegistration,
  type: FactorType,
  device: string,
): Promise<void> {
  const { account, identityMethod, browser, address } = open;
  await renewRegistration(portal, open);
  const factorId = await factorIdOf(portal, account.userId, type, device);
  reportChange(portal, {
    account,
    event: 'factor.added',
    kind: type,
    factorId,
    way: identityMethod,
    browser,
    address,
  });
}
