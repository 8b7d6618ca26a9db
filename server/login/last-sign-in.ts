import type { Session } from '#server/storage/sessions/sessions.ts';
import type { LastSignIn } from '#wire/last-sign-in.ts';
import type { AccountStores, SessionStores, Settings } from './portal.ts';
import { addressRange } from './security-notices/address-range.ts';

/** The sign-in before the present one, as it is shown to its person (rule 229); null when there is none to show. */
export async function lastSignIn(
  { config, sessions, signIns }: Settings & AccountStores & SessionStores,
  session: Session,
  userId: string,
  screen: 'overview' | 'return',
): Promise<LastSignIn | null> {
  const setting = config.session.lastSignIn;
  if (setting === 'off' || (setting === 'overview' && screen === 'return')) return null;
  const login = await sessions.findLogin(session);
  const last = await signIns.lastOtherThan(userId, login?.userId === userId ? login.at : null);
  if (!last) return null;
  const { address, ...shown } = last;
  return { ...shown, addressRange: addressRange(address) };
}
