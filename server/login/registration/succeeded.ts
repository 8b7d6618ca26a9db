import { addressRange } from '#server/login/news/address-range.ts';
import type { News } from '#server/login/news/message.ts';
import type { Portal } from '#server/login/portal.ts';
import type { FactorEvent } from '#server/operations/audit/event.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { type FactorType, factorTypeOf } from '#wire/factor-types.ts';
import { parseTokenCode } from '#wire/token-codes.ts';
import { type OpenRegistration, renew } from './open.ts';

/** Who changed what, and from where. */
type Change = {
  readonly account: Account;
  readonly event: FactorEvent['event'];
  readonly kind: FactorEvent['kind'];
  readonly factorId: string;
  readonly way: string;
  readonly browser: string;
  readonly address: string;
};

const NEWS: Readonly<Record<FactorEvent['event'], News['what'] | null>> = {
  'factor.added': 'factor-added',
  'factor.removed': 'factor-removed',
  'factor.renamed': null,
  'default.changed': 'default-changed',
};

/** Writes a change down and tells its person (decisions 200 and 221). */
export function reportChange(portal: Portal, { account, browser, address, ...change }: Change): void {
  portal.audit({ ...change, account: account.userId });
  const what = NEWS[change.event];
  const type = factorTypeOf(parseTokenCode(change.kind));
  if (!what) return;
  portal.tellPerson(account, {
    what,
    ...(type && { type }),
    browser,
    addressRange: addressRange(address),
  });
}

/** The id of a factor that is there now; empty when it is not. */
export async function factorIdOf(
  { factors }: Portal,
  userId: string,
  type: FactorType,
  device: string,
): Promise<string> {
  const found = (await factors.of(userId)).find((one) => one.type === type && one.device === device);
  return found?.factorId ?? '';
}

/** A factor was registered: the registration is renewed, the person is told, and it is written down. */
export async function registered(
  portal: Portal,
  open: OpenRegistration,
  type: FactorType,
  device: string,
): Promise<void> {
  const { account, way, browser, address } = open;
  await renew(portal, open);
  const factorId = await factorIdOf(portal, account.userId, type, device);
  reportChange(portal, { account, event: 'factor.added', kind: type, factorId, way, browser, address });
}
