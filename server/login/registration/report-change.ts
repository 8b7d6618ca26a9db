import type { FactorStores, Runtime, Sending, SessionStores } from '#server/login/portal.ts';
import { addressRange } from '#server/login/security-notices/address-range.ts';
import type { SecurityNotice } from '#server/login/security-notices/message.ts';
import type { FactorEvent } from '#server/operations/audit/event.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { type FactorType, factorTypeOf } from '#wire/factor-types.ts';
import { parseTypeCode } from '#wire/type-codes.ts';
import { type OpenRegistration, renewRegistration } from './open.ts';

/** A change of a factor, for the audit and the security notice. */
type FactorChangeReport = {
  readonly account: Account;
  readonly event: FactorEvent['event'];
  /** The type of the factor. */
  readonly kind: FactorEvent['kind'];
  readonly factorId: string;
  /** The method of the identity check, or `administrator`. */
  readonly way: string;
  readonly browser: string;
  /** The IP address of the browser. */
  readonly address: string;
};

/** The security notice of each event; null when the person is not notified. */
const NOTICE_EVENTS: Readonly<Record<FactorEvent['event'], SecurityNotice['event'] | null>> = {
  'factor.added': 'factor-added',
  'factor.removed': 'factor-removed',
  'factor.renamed': null,
  'default.changed': 'default-changed',
};

/** Audits a change of a factor and notifies the person (rules 200 and 221). */
export function reportChange(
  portal: Runtime & Sending,
  { account, browser, address, ...change }: FactorChangeReport,
): void {
  portal.audit({ ...change, account: account.userId });
  const noticeEvent = NOTICE_EVENTS[change.event];
  const factorType = factorTypeOf(parseTypeCode(change.kind));
  if (!noticeEvent) return;
  portal.notifyPerson(account, {
    event: noticeEvent,
    ...(factorType && { factorType }),
    browser,
    addressRange: addressRange(address),
  });
}

/** The id of a person's factor, by its type and device; empty when the person does not have the factor. */
export async function factorIdOf(
  { factors }: FactorStores,
  userId: string,
  type: FactorType,
  device: string,
): Promise<string> {
  const factor = (await factors.of(userId)).find(
    (candidate) => candidate.type === type && candidate.device === device,
  );
  return factor?.factorId ?? '';
}

/** Audits that a factor was registered, notifies the person, and extends the registration. */
export async function reportRegistered(
  portal: Runtime & FactorStores & SessionStores & Sending,
  registration: OpenRegistration,
  type: FactorType,
  device: string,
): Promise<void> {
  const { account, identityMethod, browser, address } = registration;
  await renewRegistration(portal, registration);
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
